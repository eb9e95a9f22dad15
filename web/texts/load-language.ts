import type { Language } from './language.ts'
import { setLanguage, type Catalogue } from './translate.ts'

const catalogues: Record<Exclude<Language, 'en'>, () => Promise<{ catalogue: Catalogue }>> = {
  de: () => import('./de/catalogue.ts'),
}

/** Loads the catalogue of a language; where that fails the page stays English. */
export async function loadLanguage(language: Exclude<Language, 'en'>): Promise<void> {
  try {
    setLanguage(language, (await catalogues[language]()).catalogue)
  } catch (error) {
    console.warn(`The texts in the language ${language} could not be loaded`, error)
  }
}
