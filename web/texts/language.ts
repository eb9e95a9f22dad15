import { type Language, languages } from '../../contract/languages.ts'

/** In their own language. */
export const languageNames: Record<Language, string> = { en: 'English', de: 'Deutsch' }

/** Key in `localStorage`: the language that was chosen in this browser. Without it the browser's languages decide. */
const storageKey = 'mailroom.language'

const known = (tag: string | null): Language | undefined => languages.find((language) => language === tag)

export const chosenLanguage = (): Language | null => known(localStorage.getItem(storageKey)) ?? null

/** The first language of the page among language tags such as `de-AT`; else English. */
export const firstLanguage = (tags: readonly string[]): Language =>
  tags.map((tag) => known(tag.toLowerCase().split('-')[0] ?? '')).find((language) => language !== undefined) ?? 'en'

export const preferredLanguage = (): Language => chosenLanguage() ?? firstLanguage(navigator.languages)

/** Stores the language for this browser and loads the page again. @param language null: as the browser prefers */
export function chooseLanguage(language: Language | null): void {
  if (language === null) localStorage.removeItem(storageKey)
  else localStorage.setItem(storageKey, language)
  location.reload()
}
