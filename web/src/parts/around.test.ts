import { flushSync, mount, unmount, type Component } from 'svelte'
import { afterEach, describe, expect, it } from 'vitest'
import ends from '../fixtures/ends.json'
import moments from '../fixtures/rattus.json'
import { seriesOf } from '$games/chart/series'
import type { Scene } from '$games/moves'
import type { GameEvent, HintMessage, View } from '$lib/net/protocol'
import { TableStore } from '$lib/net/table.svelte'
import Chart from './Chart.svelte'
import Hints from './Hints.svelte'
import Log from './Log.svelte'

// jsdom lays nothing out, so there is nothing to observe
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
}

let shown: Record<string, never> | null = null
function show<P extends Record<string, unknown>>(part: Component<P>, props: P): HTMLElement {
  document.body.innerHTML = ''
  shown = mount(part, { target: document.body, props }) as Record<string, never>
  flushSync()
  return document.body
}
afterEach(() => {
  if (shown) void unmount(shown)
  shown = null
})

const asked = (moments as unknown as { view: View; legal: string[]; seat: 'red'; events?: GameEvent[] }[]).find(
  (moment) => moment.legal.length > 2 && moment.view.phase === 'turn',
)!

function tableAt(role: 'chair' | 'watch', legal = asked.legal): { store: TableStore; scene: Scene } {
  const store = new TableStore('T', 'KEY')
  store.line = 'live'
  store.state = {
    number: 1,
    you: role === 'chair' ? { role, chair: 1, seat: asked.seat } : { role, chair: null, seat: null },
    table: { chairs: [], match: 2 },
    view: asked.view,
    legal,
    moves: 3,
    events: [],
    chat: [],
  } as unknown as TableStore['state']
  return { store, scene: { view: asked.view, colour: role === 'chair' ? asked.seat : null, nameOf: (colour) => store.nameOf(colour) } }
}

describe('hints', () => {
  const ask = () => {}
  it('say for whom they are, and when', () => {
    expect(show(Hints, { ...tableAt('watch', []), ask }).textContent).toContain('Only players can ask for hints')
    expect(show(Hints, { ...tableAt('chair', []), ask }).textContent).toContain('to decide')
    expect(show(Hints, { ...tableAt('chair'), ask }).querySelector('button')?.textContent).toContain('hint')
  })

  it('wait, and say when none came', () => {
    const { store, scene } = tableAt('chair')
    store.asking = true
    const page = show(Hints, { store, scene, ask })
    expect(page.querySelector('[role=status]')).toBeTruthy()
    store.asking = false
    flushSync()
    expect(page.querySelector('[role=alert]')?.textContent).toContain('No hint came')
  })

  it('show three moves with everybody’s chances, and try one', () => {
    const { store, scene } = tableAt('chair')
    const options = asked.legal.slice(0, 4).map((move, place) => ({
      move,
      simulations: 100 - place,
      worth: 0,
      chances: { red: 0.4 - place / 10, yellow: 0.6 + place / 10 },
      reason: { key: 'deny', values: { points: 1.5, seat: 'yellow' } },
    }))
    store.hint = { type: 'hint', id: '1', move: options[0]!.move, options, simulations: 397 } as HintMessage
    const page = show(Hints, { store, scene, ask })
    const buttons = page.querySelectorAll<HTMLButtonElement>('li button')
    expect(buttons.length).toBe(3)
    expect(buttons[0]!.textContent).toContain(`In random games ${store.nameOf('yellow')} gets fewer points: about 1.5.`)
    expect(buttons[0]!.textContent).toMatch(/40 per cent.*60 per cent/s)
    expect(page.textContent).toContain('397')
    buttons[1]!.click()
    flushSync()
    expect(store.narrowing.move).toBe(options[1]!.move)
    expect(page.querySelectorAll('[aria-pressed=true]').length).toBe(1)
  })
})

describe('the chart', () => {
  it('is a picture with words, and a table with the same numbers', () => {
    const { view, events } = ends[0] as unknown as { view: View; events: GameEvent[] }
    const series = seriesOf(view, events)
    const page = show(Chart, { series, what: 'cubes', unit: 'Turn', nameOf: (colour: string) => `<${colour}>` })
    expect(page.querySelector('svg[role=img]')?.getAttribute('aria-label')).toContain(`<red> ${series.lines[0]!.values.at(-1)}`)
    const rows = [...page.querySelectorAll('tbody tr')].map((row) =>
      [...row.querySelectorAll('td')].map((cell) => Number(cell.textContent)),
    )
    expect(rows).toEqual(series.after.map((_, place) => series.lines.map(({ values }) => values[place])))
  })
})

describe('the log', () => {
  it('leads from a line into the replay of that moment', () => {
    const { store, scene } = tableAt('chair')
    const events = [{ number: 1, after: 4, event: 'placed', seat: 'red', region: 'gallia', cubes: 2, rule: 'R15' }] as GameEvent[]
    const page = show(Log, { store, scene, events })
    expect(page.querySelector('.line')?.getAttribute('href')).toBe('/replay/T?match=2&move=4#KEY')
    expect(page.querySelector('.rule')?.getAttribute('href')).toBe('/rules/rattus#R15')
    let jumped = -1
    const inside = show(Log, { store, scene, events, at: 4, jump: (move: number) => (jumped = move) })
    inside.querySelector<HTMLElement>('.line')!.click()
    expect(jumped).toBe(4)
  })
})
