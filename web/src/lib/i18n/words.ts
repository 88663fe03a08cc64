/**
 * The shape of a language's texts: what English has, the others have too (the folder `words` of the package).
 *
 * A text is plain, with places in braces. `{name}` is a value. `{n:one=a rat|other=# rats}` has a form for each plural category
 * of the language (`Intl.PluralRules`: English, Dutch and German have `one` and `other`, Polish also `few` and `many`), with
 * `#` for the number; `other` is always there, a category without a form of its own takes it. `{me:you=lose|other=loses}` has
 * a form for "you" and one for a name; a language that says both alike leaves `me` out.
 */

import type { English } from './english'

export type Area = keyof English
export type Words = { readonly [A in Area]: { readonly [Name in keyof English[A]]: string } }
export type Key = { [A in Area]: `${A}.${keyof English[A] & string}` }[Area]

/** The English text of a key: the types find the values it needs. */
export type TextOf<K extends Key> = K extends `${infer A extends Area}.${infer Name}`
  ? Name extends keyof English[A]
    ? Extract<English[A][Name], string>
    : never
  : never

export type Params<Text extends string> = Text extends `${string}{${infer Inside}}${infer Rest}`
  ? (Inside extends `${infer Name}:${string}` ? Name : Inside) | Params<Rest>
  : never
