declare module 'virtual:words/*' {
  /** By area; names and messages are in the same order. */
  const words: Record<string, string[]>
  export default words
}

declare module 'virtual:icons' {
  const bodies: Record<string, string>
  export default bodies
}

declare module 'subset-font' {
  interface Options {
    targetFormat: 'woff2'
    keepFeatures?: string[]
    variationAxes?: Record<string, { min: number; max: number } | number>
  }
  export default function subsetFont(font: Uint8Array, text: string, options: Options): Promise<Uint8Array>
}
