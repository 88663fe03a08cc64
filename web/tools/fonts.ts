/**
 * The fonts of the page, cut to the letters and features it uses. Vite calls this when it starts; the files lie beside
 * the packages they were cut from and are made again when those change.
 */
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import subsetFont from 'subset-font'

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, place) => String.fromCodePoint(from + place)).join('')
const ASCII = range(32, 126)
/** Letters of the western languages. Others are in the packages' files `latin-ext`; until those are added the system's font has them. */
const EUROPE = `${ASCII}${range(0xc0, 0xff)}\u00a0\u00ad¡¿«»§°·ŒœŠšŽž–—‘’“”„…•−€`
const LETTERS = `${range(65, 90)}${range(97, 122)} `
const FEATURES = ['kern', 'liga', 'lnum', 'tnum', 'ccmp', 'locl', 'mark']

const FONTS = [
  { from: '@fontsource/alegreya-sans/files/alegreya-sans-latin-500-normal.woff2', to: 'sans-500', text: EUROPE },
  { from: '@fontsource/alegreya-sans/files/alegreya-sans-latin-700-normal.woff2', to: 'sans-700', text: EUROPE },
  {
    from: '@fontsource-variable/alegreya/files/alegreya-latin-wght-normal.woff2',
    to: 'text',
    text: EUROPE,
    axes: { wght: { min: 400, max: 700 } },
  },
  { from: '@fontsource/grenze-gotisch/files/grenze-gotisch-latin-600-normal.woff2', to: 'display', text: `${ASCII}ÄÖÜäöüßéèëïóô’–\u00ad` },
  { from: '@fontsource/almendra/files/almendra-latin-700-normal.woff2', to: 'map', text: LETTERS },
]

export async function cutFonts(packages: string): Promise<string> {
  const folder = join(packages, '.rattus-fonts')
  mkdirSync(folder, { recursive: true })
  const own = statSync(join(packages, '..', 'tools', 'fonts.ts')).mtimeMs
  for (const { from, to, text, axes } of FONTS) {
    const [source, target] = [join(packages, from), join(folder, `${to}.woff2`)]
    if (existsSync(target) && statSync(target).mtimeMs > Math.max(own, statSync(source).mtimeMs)) continue
    // Without hints, which are for screens of few pixels, a font is a third smaller.
    const cut = await subsetFont(readFileSync(source), text, {
      targetFormat: 'woff2',
      keepFeatures: FEATURES,
      noHinting: true,
      ...(axes ? { variationAxes: axes } : {}),
    })
    writeFileSync(target, cut)
  }
  return folder
}
