import { chooseLanguage, languageNames, languages } from '../../texts/language.ts'
import { currentLanguage, t } from '../../texts/translate.ts'

/** A button for each other language, in the corner of the sign-in screens. */
export const LanguageLinks = () => (
  <nav aria-label={t('Language')} className="absolute top-4 right-5 flex gap-4 text-xs text-muted sm:right-10">
    {languages
      .filter((language) => language !== currentLanguage())
      .map((language) => (
        <button
          key={language}
          type="button"
          lang={language}
          onClick={() => chooseLanguage(language)}
          className="min-h-6 rounded-sm hover:text-ink hover:underline"
        >
          {languageNames[language]}
        </button>
      ))}
  </nav>
)
