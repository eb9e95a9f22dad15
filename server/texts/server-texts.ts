import type { Language } from '../../contract/languages.ts'
import accountEmails from './de/account-emails.json' with { type: 'json' }
import digest from './de/digest.json' with { type: 'json' }
import linkEmails from './de/link-emails.json' with { type: 'json' }
import linkPages from './de/link-pages.json' with { type: 'json' }
import noticeEmails from './de/notice-emails.json' with { type: 'json' }

/** Translations by the English text; with a count, one for each plural form, by the text for a count of 1. */
type Catalogue = Readonly<Record<string, string | { one: string; other: string }>>

/** What the server itself shows to people: emails, and the pages behind their links. */
const catalogues: Record<Language, Catalogue> = {
  en: {},
  de: { ...accountEmails, ...digest, ...linkEmails, ...linkPages, ...noticeEmails },
}
/** For `Intl`. Both languages have the same plural forms as English. */
const locales: Record<Language, string> = { en: 'en-GB', de: 'de-DE' }

/** A text of a page behind a link: the compiler refuses one without a translation. */
export type LinkPageText = keyof typeof linkPages
/** Values for the `{placeholders}` of a text. Numbers are formatted. */
export type TextValues = Readonly<Record<string, string | number>>

export interface ServerTexts {
  language: Language
  locale: string
  t: (english: string, values?: TextValues) => string
  /** @param one the text for a count of 1; the count is the value `{count}` */
  tn: (count: number, one: string, other: string, values?: TextValues) => string
  /** For example "21 November 2026 at 12:34" in UTC, because the recipient's time zone may be unknown. */
  time: (at: string) => string
}

/**
 * The texts of an email or a page in a language; `test/page-texts.test.ts` looks for the translations.
 * @param given values for all texts, such as the product's name
 */
export function textsIn(language: Language, given: TextValues = {}): ServerTexts {
  const catalogue = catalogues[language]
  const locale = locales[language]
  // Each value is inserted once and not read as a template: a sender may have written it.
  const fill = (template: string, values: TextValues): string =>
    template.replace(/\{(\w+)\}/g, (_, name: string) => (values[name] ?? given[name] ?? '').toLocaleString(locale))
  return {
    language,
    locale,
    t: (english, values = {}) => {
      const found = catalogue[english]
      return fill(typeof found === 'string' ? found : english, values)
    },
    tn: (count, one, other, values = {}) => {
      const found = catalogue[one]
      const forms = typeof found === 'object' ? found : { one, other }
      return fill(count === 1 ? forms.one : forms.other, { count, ...values })
    },
    time: (at) =>
      new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(new Date(at)),
  }
}
