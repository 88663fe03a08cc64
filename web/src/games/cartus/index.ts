/** The interface of Cartus for the screens (games/ui.ts). */
export { default as Board } from './Board.svelte'
export { default as Side } from './Side.svelte'
export { caption, skips, watch } from './caption'
export { finaleOf, isFinale } from './timing'
