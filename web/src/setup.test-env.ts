// What jsdom leaves out.
globalThis.matchMedia ??= ((query: string) => ({ matches: false, media: query, addEventListener() {}, removeEventListener() {} })) as unknown as typeof matchMedia

// Words that a page fetches when it needs them are here from the start.
import { bringCartus } from './lib/i18n/index.svelte'
await bringCartus()
