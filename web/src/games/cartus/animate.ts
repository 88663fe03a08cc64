/**
 * Animations of events. Elements of the board carry `data-at`; a copy flies over the page from one to the other. The view
 * is already the one after the event, so that only the way is animated. An end that is not on the page, such as a closed
 * sheet, is skipped.
 */

import { tick } from 'svelte'
import drawn from 'virtual:icons'
import type { Beat } from '$lib/events/player'
import type { Colour, GameEvent, View } from '$lib/net/protocol'
import { PIECES } from '$lib/ui/pieces'
import { seatsOf } from '$lib/words'
import { asCartus, entryOf, kindOf, type CartusView } from './view'

type Spot = Element | null
type Move = (event: GameEvent, beat: Beat, view: CartusView, me: Colour | null) => Promise<unknown>[]

const isSeen = (element: Element): boolean => element.getClientRects().length > 0
const at = (name: string): Spot => [...document.querySelectorAll(`[data-at="${name}"]`)].find(isSeen) ?? null
/** The panel of a player in the players bar. */
const seatSpot = (view: CartusView, seat: Colour): Spot =>
  document.querySelectorAll('.players > li')[seatsOf(view as unknown as View).indexOf(seat)] ?? null
/** The hand of a player: on the board if it is the reader's, else the player's panel. */
const handSpot = (view: CartusView, seat: Colour, me: Colour | null): Spot => (seat === me ? at('hand') : null) ?? seatSpot(view, seat)
const entrySpot = (seat: Colour, place: unknown): Spot =>
  at(`entry:${seat}`) ?? at(`places:${String(place)}`) ?? at(`place:${String(place)}`)

// ---- copies that fly ----

const icon = (name: string): string => `<svg viewBox="0 0 512 512" fill="currentColor">${drawn[name] ?? ''}</svg>`

function likeness(kind: string, inside: string, style: Record<string, string> = {}): HTMLElement {
  const element = document.createElement('span')
  element.className = `cartus-flying ${kind}`
  element.setAttribute('aria-hidden', 'true')
  element.innerHTML = inside
  for (const [name, value] of Object.entries(style)) element.style.setProperty(name, value)
  return element
}
const cardLike = (card: string | null): HTMLElement => {
  if (!card) return likeness('back', icon('nun'))
  const name = kindOf(card)
  return likeness('face', icon(name), { '--c': `var(--class-${name}, var(--ink))`, '--on': `var(--on-${name}, var(--paper-2))` })
}
const ratLike = (): HTMLElement => likeness('rat', icon('rat'))
const signLike = (name: string): HTMLElement => likeness('sign', icon(name))
const pieceLike = (seat: Colour): HTMLElement =>
  likeness(
    'piece',
    `<svg viewBox="-1 -1 34 34"><path d="${PIECES[seat].outline}" fill="var(--seat-${seat})" stroke="var(--piece-line)" stroke-width="2"/></svg>`,
  )
const wordLike = (text: string): HTMLElement => {
  const element = likeness('word', '')
  element.textContent = text
  return element
}

// ---- animations ----

/** Runs an animation; skipping ends it. */
function run(element: Element, frames: Keyframe[], options: KeyframeAnimationOptions, signal: AbortSignal): Promise<unknown> {
  if (signal.aborted || !element.animate) return Promise.resolve()
  const motion = element.animate(frames, options)
  const stop = () => motion.cancel()
  signal.addEventListener('abort', stop, { once: true })
  return motion.finished.catch(() => {}).finally(() => signal.removeEventListener('abort', stop))
}

/** Flies a copy in a low arc from one element to another; without a target it rises and fades. */
async function fly(what: HTMLElement, from: Spot, to: Spot, { motion: length, signal }: Beat, delay = 0): Promise<unknown> {
  const [begin, end] = [from ?? to, to ?? from]
  if (!begin || !end || signal.aborted) return
  const [a, b] = [begin.getBoundingClientRect(), end.getBoundingClientRect()]
  document.body.append(what)
  const [x, y] = [a.left + a.width / 2, a.top + a.height / 2]
  const dx = to ? b.left + b.width / 2 - x : 0
  const dy = to && from ? b.top + b.height / 2 - y : -34
  const lift = Math.min(60, Math.hypot(dx, dy) / 6)
  const spot = (part: number, rise: number, scale: number) =>
    `translate(${x + dx * part}px, ${y + dy * part - rise}px) translate(-50%, -50%) scale(${scale})`
  const fades = !to || !from
  const frames: Keyframe[] = [
    { transform: spot(0, 0, 0.8), opacity: from ? 1 : 0 },
    { transform: spot(0.5, lift, 1.12), opacity: 1 },
    { transform: spot(1, 0, 0.85), opacity: fades ? 0.1 : 1 },
  ]
  try {
    await run(what, frames, { duration: length, delay, easing: 'cubic-bezier(.3,.1,.3,1)', fill: 'both' }, signal)
  } finally {
    what.remove()
  }
}

const pulse = (spot: Spot, { motion: length, signal }: Beat): Promise<unknown> =>
  spot
    ? run(
        spot,
        [{ transform: 'none' }, { transform: 'scale(1.05)' }, { transform: 'none' }],
        { duration: length, easing: 'ease-in-out' },
        signal,
      )
    : Promise.resolve()
const turn = (spot: Spot, { motion: length, signal }: Beat): Promise<unknown> =>
  spot
    ? run(spot, [{ transform: 'translateY(-8px) rotateY(90deg)' }, { transform: 'none' }], { duration: length, easing: 'ease-out' }, signal)
    : Promise.resolve()
const shake = (spot: Spot, { motion: length, signal }: Beat): Promise<unknown> =>
  spot
    ? run(
        spot,
        [0, -5, 5, -3, 3, 0].map((x) => ({ transform: `translateX(${x}px)` })),
        { duration: length },
        signal,
      )
    : Promise.resolve()

/** A disc hops field by field to its new field, on top of the stack there. */
function hop(name: string, seat: Colour, points: number, view: CartusView, beat: Beat): Promise<unknown> {
  const now = (view.influence[name] ?? []).find(([colour]) => colour === seat)?.[1] ?? 0
  const [from, to] = [at(`field:${name}:${now - points}`), at(`field:${name}:${now}`)]
  const disc = at(`disc:${name}:${seat}`)
  if (points <= 0 || !from || !to) return pulse(at(`stand:${name}`), beat)
  const width = (to.getBoundingClientRect().left - from.getBoundingClientRect().left) / points
  const frames: Keyframe[] = [{ transform: `translateX(${-points * width}px)` }]
  for (let field = points - 1; field >= 0; field -= 1)
    frames.push({ transform: `translate(${-(field + 0.5) * width}px, -12px)` }, { transform: `translateX(${-field * width}px)` })
  if (disc) return run(disc, frames, { duration: beat.motion, easing: 'linear' }, beat.signal)
  return fly(pieceLike(seat), from, to, beat)
}

const MOVES: Record<string, Move> = {
  opened: (event, beat) => [
    fly(likeness('back large', ''), at('pile:buildings'), at(`place:${String(event['place'])}`), { ...beat, motion: beat.motion / 2 }),
    turn(at(`place:${String(event['place'])}`), beat),
  ],
  replaced: (event, beat) => [fly(likeness('back large', ''), at(`place:${String(event['place'])}`), at('pile:buildings'), beat)],
  supplied: (event, beat, view) => [
    pulse(at(`supply:${String(event['place'])}`), beat),
    fly(pieceLike(event.seat!), seatSpot(view, event.seat!), at(`supply:${String(event['place'])}`), beat),
  ],
  drew: (event, beat, view, me) => [
    fly(cardLike(event['card'] as string | null), at('pile:deck') ?? at('places:1'), handSpot(view, event.seat!, me), beat),
  ],
  shuffled: (_, beat) => [0, 60, 120].map((delay) => fly(cardLike(null), at('pile:discards'), at('pile:deck'), beat, delay)),
  freed: (event, beat, view) =>
    Array.from({ length: Number(event['rats']) }, (_, place) => fly(ratLike(), seatSpot(view, event.seat!), null, beat, place * 60)),
  looked: (event, beat, _, me) => {
    const spot = at(`nun:${String(event['nun_place'])}`)
    return event.seat === me ? [turn(spot, beat)] : [pulse(spot, beat), fly(signLike('look'), null, spot, beat)]
  },
  passed: (event, beat, view, me) => [fly(cardLike('pass'), handSpot(view, event.seat!, me), at('stack:pass') ?? null, beat)],
  entered: (event, beat, view) => [fly(pieceLike(event.seat!), seatSpot(view, event.seat!), at(`places:${String(event['place'])}`), beat)],
  laid: (event, beat, view, me) => [
    fly(cardLike(null), handSpot(view, event.seat!, me), entrySpot(event.seat!, entryOf(view, event.seat)?.building), beat),
  ],
  showed: (event, beat, view) => {
    const entry = entryOf(view, event.seat)
    const list = entry && Array.isArray(entry.cards) ? entry.cards : []
    const cards = at(`entry:${event.seat!}`)?.querySelectorAll('.mini')
    return [turn(cards?.[Math.max(0, list.lastIndexOf(event['card'] as string))] ?? null, beat)]
  },
  scored: (event, beat, view) => {
    const [seat, rats, points] = [event.seat!, Number(event['rats']), Number(event['influence'])]
    const spot = entrySpot(seat, entryOf(view, seat)?.building)
    return [
      hop(String(event['class']), seat, points, view, beat),
      ...(points ? [fly(wordLike(`+${points}`), spot, null, beat)] : []),
      ...Array.from({ length: rats }, (_, place) => fly(ratLike(), spot, seatSpot(view, seat), beat, place * 60)),
    ]
  },
  crowned: (event, beat, view) => [
    hop(String(event['class']), event.seat!, 1, view, beat),
    fly(signLike('points'), entrySpot(event.seat!, 1), null, beat),
  ],
  robbed: (event, beat, view) => {
    const victim = seatSpot(view, event['from_seat'] as Colour)
    return [fly(signLike('sword'), entrySpot(event.seat!, 1), victim, beat), shake(victim, beat)]
  },
  gave: (event, beat, view, me) => [
    fly(cardLike(event['card'] as string | null), handSpot(view, event.seat!, me), handSpot(view, event['to_seat'] as Colour, me), beat),
  ],
  infested: (event, beat, view) => {
    const victim = seatSpot(view, event['victim_seat'] as Colour)
    return [
      fly(signLike('flute'), entrySpot(event.seat!, 1), victim, beat),
      fly(ratLike(), seatSpot(view, event.seat!), victim, beat, beat.motion / 5),
    ]
  },
  premium: (event, beat) => [fly(signLike('points'), null, at(`entry:${event.seat!}`), beat)],
  acted: (event, beat) => [pulse(at(`actions:${String(event['place'])}`), beat)],
  skipped: (event, beat) => [fly(signLike('close'), at(`actions:${String(event['place'])}`), null, beat)],
  took: (event, beat, view, me) => [
    fly(cardLike(String(event['card'])), at(`stack:${String(event['card'])}`) ?? at('places:1'), handSpot(view, event.seat!, me), beat),
  ],
  earned: (event, beat, view, me) => [
    fly(signLike('points'), at('pile:tokens'), (event.seat === me ? at('tokens') : null) ?? seatSpot(view, event.seat!), beat),
  ],
  discarded: (event, beat, view, me) => [fly(cardLike(String(event['card'])), handSpot(view, event.seat!, me), at('pile:discards'), beat)],
  turned: (event, beat) => [turn(at(`nun:${String(event['nun_place'])}`), beat)],
  died: (event, beat) => [shake(at(`fate:${event.seat!}`), beat)],
}

export async function animate(event: GameEvent, beat: Beat, view: View, me: Colour | null): Promise<void> {
  if (beat.motion <= 0) return
  await tick() // the page must show the state after the event
  if (beat.signal.aborted) return
  await Promise.all(MOVES[event.event]?.(event, beat, asCartus(view), me) ?? [])
}

export const ANIMATED = Object.keys(MOVES)
