/** Legal moves are lines of text (docs/formats.md). Here they become paths: one word for each step of a decision. */

export type Kind =
  'verb' | 'region' | 'slot' | 'token' | 'amount' | 'weight' | 'class-card' | 'region-card' | 'place' | 'nun' | 'card' | 'seat' | 'word'

/** The arguments of each verb. `slot` is one word, `gallia.1`, but two steps: the region, then one of its rats. */
const SHAPES: Record<string, Kind[]> = {
  settle: ['region'],
  caravan: ['region'],
  take: ['class-card'],
  place: ['region', 'amount'],
  merchant: ['region', 'region', 'amount', 'word'],
  monk: ['slot', 'region'],
  witch: ['slot'],
  swap: [],
  keep: [],
  king: ['region', 'word'],
  peasant: ['region'],
  knight: ['region'],
  astronomer: [],
  hold: ['region-card'],
  explorer: [],
  explore: ['region'],
  trader: ['region', 'region'],
  grow: ['region'],
  decline: ['region'],
  sultan: ['region'],
  plague: ['region'],
  spread: ['region'],
  weigh: ['weight'],
  reveal: ['token'],
  protect: ['class-card', 'region-card'],
  accept: [],
  ravage: ['region'],
  pass: [],
  supply: ['place'],
  peek: ['nun'],
  enter: ['place'],
  play: ['card'],
  done: [],
  rob: ['seat'],
  infest: ['seat'],
  give: ['card'],
  act: [],
  skip: [],
  discard: ['card'],
}

export interface Step {
  kind: Kind
  token: string
}

export interface Path {
  move: string
  steps: Step[]
}

export function parse(move: string): Path {
  const [verb = '', ...args] = move.split(' ')
  const shape = SHAPES[verb] ?? []
  const steps: Step[] = [{ kind: 'verb', token: verb }]
  args.forEach((token, place) => {
    const kind = shape[place] ?? 'word'
    const [region = '', slot] = token.split('.')
    if (kind === 'slot' && slot !== undefined) steps.push({ kind: 'region', token: region }, { kind: 'slot', token: slot })
    else steps.push({ kind, token })
  })
  return { move, steps }
}
