/** Fills in a text. How texts are written is told in words.ts. */

export type Values = Readonly<Record<string, string | number>>
export type Forms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>

const rules = new Map<string, Intl.PluralRules>()

/** The form that a language uses for a number: `plural(3, { one: 'szczur', few: 'szczury', many: 'szczurów', other: 'szczura' }, 'pl')`. */
export function plural(n: number, forms: Forms, language: string): string {
  let rule = rules.get(language)
  if (!rule) rules.set(language, (rule = new Intl.PluralRules(language)))
  return (forms[rule.select(n)] ?? forms.other).replaceAll('#', String(n))
}

const PLACE = /\{(\w+)(?::([^{}]*))?\}/g

/** `one=a rat|other=# rats` by name. */
export const formsOf = (text: string): Record<string, string> & { other: string } => ({
  other: '',
  ...Object.fromEntries(text.split('|').map((form) => [form.slice(0, form.indexOf('=')), form.slice(form.indexOf('=') + 1)])),
})

export function format(text: string, values: Values, language: string): string {
  return text.replace(PLACE, (_, name: string, written?: string) => {
    const value = values[name] ?? ''
    if (written === undefined) return String(value)
    const forms = formsOf(written)
    return typeof value === 'number' ? plural(value, forms, language) : (forms[value] ?? forms.other)
  })
}

/** The places of a text, with the forms each of them has. */
export const placesOf = (text: string): { name: string; forms: string[] }[] =>
  [...text.matchAll(PLACE)].map(([, name = '', written]) => ({ name, forms: written === undefined ? [] : Object.keys(formsOf(written)) }))
export const paramsOf = (text: string): string[] => [...new Set(placesOf(text).map(({ name }) => name))].sort()
