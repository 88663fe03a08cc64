/** Names for scoped styles, short ones: they stand on every element, and in what is loaded. */
const cssHash = ({ hash, css }) => `s${hash(css).slice(0, 4)}`

// No preprocessing: Svelte reads TypeScript itself, and Vite's own CSS step (vite.config.ts) takes the styles of components too.
export default { compilerOptions: { runes: true, cssHash } }
