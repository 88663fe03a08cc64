/**
 * Messages are text with places in braces: `{name}` is a parameter, `{n:one rat|# rats}` has a form for one and one for
 * any other number, with `#` for the number. The types find the parameters, so a missing one is an error of the compiler.
 */

export type Params<Text extends string> = Text extends `${string}{${infer Inside}}${infer Rest}`
  ? (Inside extends `${infer Name}:${string}` ? Name : Inside) | Params<Rest>
  : never

/** The same keys in another language. */
export type Same<Messages> = { [Key in keyof Messages]: string }

export type Values = Readonly<Record<string, string | number>>

const PLACE = /\{([a-zA-Z_]+)(?::([^|{}]*)\|([^{}]*))?\}/g

export function format(text: string, values: Values = {}): string {
  return text.replace(PLACE, (_, name: string, one?: string, other?: string) => {
    const value = values[name] ?? ''
    if (one === undefined) return String(value)
    return (Number(value) === 1 ? one : (other ?? '')).replaceAll('#', String(value))
  })
}

export function paramsOf(text: string): string[] {
  return [...new Set([...text.matchAll(PLACE)].map((match) => match[1]!))].sort()
}
