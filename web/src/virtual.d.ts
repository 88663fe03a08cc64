declare module 'virtual:words' {
  import type { Language, Part } from '$lib/i18n/languages'
  type Fetch = () => Promise<{ default: string[] }>
  /** The keys of a part, and its texts in each language in the same order. */
  export const keys: Record<Part, Fetch>
  export const texts: Record<Language, Record<Part, Fetch>>
}

declare module 'virtual:icons' {
  const bodies: Record<string, string>
  export default bodies
}

declare module 'subset-font' {
  interface Options {
    targetFormat: 'woff2'
    keepFeatures?: string[]
    noHinting?: boolean
    variationAxes?: Record<string, { min: number; max: number } | number>
  }
  export default function subsetFont(font: Uint8Array, text: string, options: Options): Promise<Uint8Array>
}
