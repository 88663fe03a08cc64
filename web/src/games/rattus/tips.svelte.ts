/** Explanations on the map: on hover, on focus, on a long press, and when something is clicked that cannot be done. */

import type { Attachment } from 'svelte/attachments'
import { pixel } from '$lib/ui/pixel'
import type { Talk } from './talk'

const WIDTH = 264
const SLIP = 318
const HOVER = 350
const FOCUS = 500
const PRESS = 450
const STAYS = 4000
const SLIP_STAYS = 9000
/** Pixels at the size of the window: everything on the page scales with it (app.css). */
const grown = (pixels: number): number => pixels * pixel()

interface Shown {
  /** Called again when its sources change: the server's explanation may arrive later. */
  talk: () => Talk
  left: number
  top: number
  width: number
  above: boolean
}

export class Tips {
  now = $state.raw<Shown | null>(null)
  private timer: ReturnType<typeof setTimeout> | undefined
  private element: Element | undefined
  private pressed = false
  private isAnswer = false // to a click: it stays, so that its rule can be pressed
  constructor(readonly id: string) {}

  show(element: Element, talk: () => Talk, wait = 0, stays = 0): void {
    clearTimeout(this.timer)
    this.element = element
    this.isAnswer = stays > 0
    this.timer = setTimeout(() => {
      const box = element.getBoundingClientRect()
      const said = talk()
      const [width, high] = [Math.min(innerWidth - 16, grown(said.slip ? SLIP : WIDTH)), grown(said.slip ? 250 : 170)]
      const above = box.top > high
      const left = Math.max(8, Math.min(innerWidth - width - 8, box.left + box.width / 2 - width / 2))
      this.now = {
        talk,
        left,
        width,
        top: above
          ? Math.max(box.top + Math.min(18, box.height / 4), high - 10)
          : Math.max(8, Math.min(box.bottom - 6, innerHeight - high)),
        above,
      }
      if (stays) this.timer = setTimeout(() => this.hide(), said.slip ? SLIP_STAYS : stays)
    }, wait)
  }

  /** The explanation after a click that is not possible; it stays for a while. */
  answer(element: Element, talk: () => Talk): void {
    this.show(element, talk, 0, STAYS)
  }

  hide(): void {
    clearTimeout(this.timer)
    // Deferred: an element removed by Svelte loses the focus, and state must not change during that update.
    queueMicrotask(() => (this.now = null))
  }

  /** Explains the element it is put on. */
  on =
    (talk: () => Talk): Attachment =>
    (element) => {
      const listeners: [string, (event: Event) => void][] = [
        ['pointerenter', (event) => (event as PointerEvent).pointerType === 'mouse' && this.show(element, talk, HOVER)],
        ['pointerleave', () => this.isAnswer || this.hide()],
        [
          'pointerdown',
          (event) => {
            this.pressed = false
            if ((event as PointerEvent).pointerType === 'mouse') return this.hide()
            this.show(element, talk, PRESS)
            setTimeout(() => (this.pressed = this.now !== null), PRESS + 10)
          },
        ],
        ['pointercancel', () => this.hide()],
        ['focusin', () => element.matches(':focus-visible') && this.show(element, talk, FOCUS)],
        ['focusout', () => this.hide()],
        ['contextmenu', (event) => this.now && event.preventDefault()],
      ]
      const swallow = (event: Event) => {
        if (!this.pressed) return this.hide() // a long press explains and does nothing else
        this.pressed = false
        event.preventDefault()
        event.stopImmediatePropagation()
      }
      listeners.forEach(([name, listener]) => element.addEventListener(name, listener))
      element.addEventListener('click', swallow, true)
      return () => {
        listeners.forEach(([name, listener]) => element.removeEventListener(name, listener))
        element.removeEventListener('click', swallow, true)
        if (this.element === element) this.hide() // the element is removed from the page
      }
    }
}
