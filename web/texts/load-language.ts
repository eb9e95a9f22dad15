import type { Language } from './language.ts'
import { setLanguage, type Catalogue } from './translate.ts'

const catalogues: Record<Exclude<Language, 'en'>, () => Promise<Catalogue>> = {
  de: async () => (await import('./de/german.ts')).german,
}

/** Loads the catalogue of a language; where that fails the page stays English. */
export async function loadLanguage(language: Exclude<Language, 'en'>): Promise<void> {
  const catalogue = await catalogues[language]().catch(() => null)
  if (catalogue) setLanguage(language, catalogue)
}
