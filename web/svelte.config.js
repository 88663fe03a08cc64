import { vitePreprocess } from '@sveltejs/vite-plugin-svelte'

/** Names for scoped styles, short ones: they stand on every element, and in what is loaded. */
const cssHash = ({ hash, css }) => `s${hash(css).slice(0, 4)}`

export default { preprocess: vitePreprocess({ style: false }), compilerOptions: { runes: true, cssHash } }
