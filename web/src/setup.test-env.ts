// What jsdom leaves out.
globalThis.matchMedia ??= ((query: string) => ({ matches: false, media: query, addEventListener() {}, removeEventListener() {} })) as unknown as typeof matchMedia

// All languages are there, so that a test can speak any of them at once.
const { LANGUAGES, load } = await import('./lib/i18n/index.svelte')
await Promise.all(LANGUAGES.map(load))

export {}
