import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import type { Plugin } from 'vite'
import { optimize } from 'svgo'
import { defineConfig } from 'vitest/config'
import { cutFonts } from './tools/fonts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** `virtual:icons`: the drawings named in src/lib/ui/icons.json, and no others, out of the package of icons. */
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
      return `export default ${JSON.stringify(Object.fromEntries(drawn))}`
    },
  }
}

/** The same drawing in fewer letters: whole numbers are fine enough on a grid of 512. */
function lean(body: string): string {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">${body.replaceAll(/ ?fill="currentColor"/g, '')}</svg>`
  const plugin = { name: 'preset-default', params: { floatPrecision: 0 } } as const
  return optimize(drawing, { multipass: true, plugins: [plugin] }).data.replace(/^<svg[^>]*>|<\/svg>$/g, '')
}

const server = { target: 'http://127.0.0.1:8000', ws: true }

export default defineConfig(async ({ mode }) => ({
  base: '/',
  plugins: [svelte(), icons()],
  resolve: {
    alias: { $lib: here('src/lib'), '@fonts': await cutFonts(here('node_modules')) },
    ...(mode === 'test' ? { conditions: ['browser'] } : {}),
  },
  build: {
    outDir: 'dist',
    target: 'es2022',
    assetsInlineLimit: 0, // the page allows no data: but for pictures
    modulePreload: { polyfill: false }, // it would be an inline script
    // The rules of all games in one language travel together: they say much alike, so they pack better.
    rollupOptions: { output: { manualChunks: (id: string) => (id.includes('rattus/rules/') ? `rules.${/\.(nl|de)\.md/.exec(id)?.[1] ?? 'en'}` : undefined) } },
  },
  server: { proxy: { '/api': server }, fs: { allow: ['.', here('../src/rattus/rules')] } },
  test: { environment: 'jsdom', setupFiles: ['src/setup.test-env.ts'], include: ['src/**/*.test.ts'] },
}))
