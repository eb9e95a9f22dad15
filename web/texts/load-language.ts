import type { Language } from '../../contract/languages.ts'
import { setLanguage } from './translate.ts'

type Translations = Parameters<typeof setLanguage> extends [Language, ...infer Rest] ? Rest : never

const translations: Record<Exclude<Language, 'en'>, () => Promise<Translations>> = {
  async de() {
    const { german, translateGermanMessage } = await import('./de/german.ts')
    return [german, translateGermanMessage]
  },
}

/** Loads the catalogue of a language; where that fails the page stays English. */
export async function loadLanguage(language: Exclude<Language, 'en'>): Promise<void> {
  const loaded = await translations[language]().catch(() => null)
  if (loaded) setLanguage(language, ...loaded)
}
