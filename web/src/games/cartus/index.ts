/** What the table screen shows of Cartus. */
export { default as Board } from './Board.svelte'
export { default as Side } from './Side.svelte'
export { caption, skips, watch } from './caption'
export { finaleOf, isFinale } from './timing'
