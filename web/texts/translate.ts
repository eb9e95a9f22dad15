import type { Language } from '../../contract/languages.ts'

/** A translation by its English text; with a count, one translation per plural form of the language. */
export type Catalogue = Record<string, string | Partial<Record<Intl.LDMLPluralRule, string>>>

/** Values for the `{placeholders}` of a text. Numbers are formatted. */
type Values = Record<string, string | number>

const locales: Record<Language, string> = { en: 'en-US', de: 'de-DE' }

let language: Language = 'en'
let catalogue: Catalogue = {}
let translateMessage: (english: string) => string | null = () => null
let pluralRules: Intl.PluralRules | undefined

/**
 * Before the first render. Without a call the page is in English.
 * @param messages translates messages of the server with values in them; null for an unknown one
 */
export function setLanguage(
  next: Language,
  translations: Catalogue,
  messages: typeof translateMessage = () => null,
): void {
  language = next
  catalogue = translations
  translateMessage = messages
  pluralRules = undefined
}

export const currentLanguage = (): Language => language

/** For `Intl` and `localeCompare`. */
export const locale = (): string => locales[language]
/** Makes the browser load its data for `Intl`, which takes 30 ms; without it, the first format does so. */
export const loadLocaleData = (): void => void (0).toLocaleString(locale())

/** Marks an English text that is translated where it is rendered, e.g. a constant: modules run before `setLanguage`. */
export function text<English extends string>(english: English): English {
  return english
}

/** Translates a text, or a message that the server composed. A text without a translation stays English. */
export function t(english: string, values?: Values): string {
  const template = translationOf(english)
  return values ? fill(template, values) : template
}

/**
 * Translates a text with a count.
 * @param one the text for a count of 1; the key in the catalogue
 * @param values besides `{count}`
 */
export const tn = (count: number, one: string, other: string, values?: Values): string =>
  fill(pluralOf(count, one, other), { count, ...values })

export function translationOf(english: string): string {
  const found = catalogue[english]
  return typeof found === 'string' ? found : (translateMessage(english) ?? english)
}

export function pluralOf(count: number, one: string, other: string): string {
  const found = catalogue[one]
  const forms = typeof found === 'object' ? found : { one, other }
  pluralRules ??= new Intl.PluralRules(locale())
  return forms[pluralRules.select(count)] ?? forms.other ?? other
}

/** As text: numbers in the format of the language. */
export const valueText = (value: string | number): string =>
  typeof value === 'number' ? value.toLocaleString(locale()) : value

export function fill(template: string, values: Values): string {
  return template.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = values[name]
    return value === undefined ? placeholder : valueText(value)
  })
}
