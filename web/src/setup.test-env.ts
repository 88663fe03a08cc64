// What jsdom leaves out.
globalThis.matchMedia ??= ((query: string) => ({
  matches: false,
  media: query,
  addEventListener() {},
  removeEventListener() {},
})) as unknown as typeof matchMedia

// All languages are loaded, so that a test can use any of them without waiting.
const { LANGUAGES, load, need } = await import('./lib/i18n/index.svelte')
const { APART } = await import('./lib/i18n/languages')
await Promise.all(
  APART.flatMap((part) => [need(part), ...LANGUAGES.map((language) => Promise.all([load(language), load(language, part)]))]),
)

// So is the vocabulary of the games, which the server sends otherwise.
const { learn } = await import('./lib/net/vocabulary.svelte')
const { default: vocabularies } = await import('./fixtures/vocabulary.json')
for (const each of Object.values(vocabularies)) learn(each as unknown as Parameters<typeof learn>[0])

export {}
