import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { optimize } from 'svgo'
import { defineConfig, type Plugin } from 'vite'
import { APART, LANGUAGES, partOf } from './src/lib/i18n/languages'
import { cutFonts } from './tools/fonts'
import { rounded } from './tools/outlines'

/** The areas of what only the terminal and the server say. */
const ELSEWHERE = ['terminal', 'notice']
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** `virtual:icons`: the drawings named in src/lib/ui/icons.json, and no others, out of the package of icons; and our own pieces. */
function icons(): Plugin {
  const name = 'virtual:icons'
  return {
    name: 'icons',
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load(id) {
      if (id !== `\0${name}`) return undefined
      const wanted = JSON.parse(readFileSync(here('src/lib/ui/icons.json'), 'utf8')) as Record<string, string>
      const all = JSON.parse(readFileSync(here('node_modules/@iconify-json/game-icons/icons.json'), 'utf8')) as {
        icons: Record<string, { body: string }>
      }
      const drawn = Object.entries(wanted).map(([thing, icon]) => {
        const found = all.icons[icon]
        if (!found) throw new Error(`no icon ${icon} for ${thing}`)
        return [thing, lean(found.body)]
      })
      const pieces = JSON.parse(readFileSync(here('src/lib/art/pieces.json'), 'utf8')) as Record<string, string>
      return `export default ${JSON.stringify({ ...Object.fromEntries(drawn), ...pieces })}`
    },
  }
}

/**
 * `virtual:words` fetches the texts: a part of one language at a time (`virtual:words/nl/base`), in the order of its keys
 * (`virtual:words/keys/base`), which all languages share.
 */
function words(): Plugin {
  const name = 'virtual:words'
  const parts = ['base', ...APART] as const
  return {
    name: 'words',
    resolveId: (id) => (id === name || id.startsWith(`${name}/`) ? `\0${id}` : undefined),
    load(id) {
      if (id === `\0${name}`) {
        const fetches = (of: string) => `{${parts.map((part) => `${part}: () => import('${name}/${of}/${part}')`).join(', ')}}`
        return `export const keys = ${fetches('keys')}\nexport const texts = {${LANGUAGES.map((language) => `${language}: ${fetches(language)}`).join(', ')}}`
      }
      const [, of, part] = /^\0virtual:words\/(\w+)\/(\w+)$/.exec(id) ?? []
      if (!of || !part) return undefined
      const read = (language: string): Record<string, Record<string, string>> => {
        const path = here(`../src/rattus/words/${language}.json`)
        this.addWatchFile(path)
        return JSON.parse(readFileSync(path, 'utf8')) as Record<string, Record<string, string>>
      }
      const english = read('en')
      const keys = Object.keys(english)
        .filter((area) => !ELSEWHERE.includes(area) && partOf(area) === part)
        .flatMap((area) => Object.keys(english[area]!).map((key) => [area, key] as const))
      if (of === 'keys') return `export default ${JSON.stringify(keys.map(([area, key]) => `${area}.${key}`))}`
      const spoken = read(of)
      return `export default ${JSON.stringify(keys.map(([area, key]) => spoken[area]![key]!))}`
    },
  }
}

/** The map as the page needs it: where pieces lie was found offline (tools/places.py), and what that search starts from stays here. */
function leanMap(): Plugin {
  const SEARCHED = ['name', 'rats', 'label', 'pawn', 'caravan']
  return {
    name: 'map',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('/assets/map.json')) return undefined
      const { sizes: _, ...map } = JSON.parse(code) as { sizes: unknown; regions: Record<string, Record<string, unknown>> }
      for (const region of Object.values(map.regions)) for (const field of SEARCHED) delete region[field]
      // Outlines take most of it. A unit of the map is a pixel at most, in windows of up to 2560.
      const text = JSON.stringify(map, (_, value: unknown) =>
        typeof value === 'string' && /^M[\d.]+ [\d.]/.test(value) ? rounded(value) : value,
      )
      return { code: text, map: null }
    },
  }
}

/** The same drawing in fewer letters: whole numbers are fine enough on a grid of 512. */
function lean(body: string): string {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">${body.replaceAll(/ ?fill="currentColor"/g, '')}</svg>`
  const plugin = { name: 'preset-default', params: { floatPrecision: 0 } } as const
  return optimize(drawing, { multipass: true, plugins: [plugin] }).data.replace(/^<svg[^>]*>|<\/svg>$/g, '')
}

/**
 * Sizes are written in pixels of a window of 1280 by 800 and become rem of 10 here: the letters of the page, and with
 * them everything, grow with the window (app.css). Lines of up to 3 px stay as they are, and so does what is written as
 * `calc(25 * 1px)`: the units of a drawing.
 */
const rem = (pixels: number): string => `${Number((pixels / 10).toFixed(3))}rem`
const growing = {
  postcssPlugin: 'growing',
  Once(root: { walkDecls: (each: (declaration: { value: string }) => void) => void }) {
    root.walkDecls((declaration) => {
      declaration.value = declaration.value.replace(/(?<![\w#.-])(-?\d*\.?\d+)px\b/g, (text, number: string) =>
        Math.abs(Number(number)) > 3 ? rem(Number(number)) : text,
      )
    })
  },
}

/** What is read in one language is named after it. The rules of all games travel together: they say much alike, so they pack better. */
function chunkOf(id: string): string | undefined {
  if (id.includes('rattus/rules/')) return `rules.${/\.(\w\w)\.md/.exec(id)?.[1] ?? 'en'}`
  const [, language, part] = /virtual:words\/(\w+)\/(\w+)$/.exec(id) ?? []
  if (language) return `words.${language}.${part}`
  // Small parts that several pages share travel together: each file of its own would pack worse.
  return SHARED.test(id) ? 'parts' : undefined
}
const SHARED =
  /src\/(parts\/(Chart|Log|Prompt|Verdict|About|Slider|Tabs|Sheet|BoardFrame|StageLine|Watch)|games\/(setup|parts\/(PlayersBar|Steps))|lib\/ui\/(CopyLink|SeatPiece|Dialog|Explain|Rule|Bold|Segments))\.svelte(\.ts)?$/

const server = { target: 'http://127.0.0.1:8000', ws: true }

export default defineConfig(async ({ mode }) => ({
  base: '/',
  plugins: [svelte(), icons(), words(), leanMap()],
  resolve: {
    alias: { $lib: here('src/lib'), $games: here('src/games'), '@fonts': await cutFonts(here('node_modules')) },
    ...(mode === 'test' ? { conditions: ['browser'] } : {}),
  },
  css: { postcss: { plugins: [growing] } },
  build: {
    outDir: 'dist',
    target: 'es2022',
    assetsInlineLimit: 0, // the page allows no data: but for pictures
    modulePreload: { polyfill: false }, // it would be an inline script
    cssCodeSplit: true, // a page loads the styles of its own screens
    rollupOptions: { output: { manualChunks: chunkOf } },
  },
  server: { proxy: { '/api': server }, fs: { allow: ['.', here('../src/rattus/rules'), here('../src/rattus/words')] } },
}))
