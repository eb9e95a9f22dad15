import { chooseLanguage, chosenLanguage, firstLanguage, languageNames, languages } from '../../texts/language.ts'
import { t } from '../../texts/translate.ts'
import { Card } from '../../ui/card.tsx'
import { SelectField } from '../../ui/select-field.tsx'

export function LanguageCard() {
  const preferred = languageNames[firstLanguage(navigator.languages)]
  return (
    <Card title={t('Language')} description={t('The language of these pages in this browser')}>
      <div className="border-t border-line px-5 py-4">
        <div className="max-w-sm">
          <SelectField
            label={t('Page language')}
            hint={t('The page is loaded again after a change. Emails that we send you are in English.')}
            value={chosenLanguage() ?? 'automatic'}
            choices={[
              { value: 'automatic', label: t('Automatic ({language})', { language: preferred }) },
              ...languages.map((language) => ({ value: language, label: languageNames[language] })),
            ]}
            onChange={(value) => chooseLanguage(value === 'automatic' ? null : value)}
          />
        </div>
      </div>
    </Card>
  )
}
