import { useQuery } from '@tanstack/react-query'
import { languages } from '../../../contract/languages.ts'
import { timeZoneQuery, useSaveTimeZone } from '../../api/account-locale.ts'
import { browserTimeZone } from '../../lib/time-zone.ts'
import { toastError, toastSuccess } from '../../lib/toast.ts'
import { chooseLanguage, chosenLanguage, firstLanguage, languageNames } from '../../texts/language.ts'
import { t } from '../../texts/translate.ts'
import { Card } from '../../ui/card.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { errorMessage } from './error-message.ts'

const automatic = 'automatic'
const nameOf = (zone: string): string => zone.replaceAll('_', ' ')

/** The zones that the browser lists, with the current one, which it may know by another name. */
const zonesWith = (current: string): string[] =>
  [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', current])].toSorted()

export function TimeZoneCard() {
  const { data } = useQuery(timeZoneQuery)
  const save = useSaveTimeZone()
  const saved = data?.isChosen ? data.timeZone : automatic
  const choose = (value: string): void =>
    save.mutate(value === automatic ? null : value, {
      onSuccess: ({ timeZone }) => toastSuccess(t('Time zone saved'), nameOf(timeZone)),
      onError: (error) => toastError(t('Failed to save the time zone'), errorMessage(error)),
    })
  return (
    <Card
      title={t('Time Zone')}
      description={t('When your days begin: in the history, the digest, and the folders of stored files')}
    >
      <div className="border-t border-line px-5 py-4">
        <div className="max-w-sm">
          <SelectField
            label={t('Your time zone')}
            hint={t('The month of your plan always begins in UTC.')}
            value={save.isPending ? (save.variables ?? automatic) : saved}
            disabled={!data}
            choices={[
              { value: automatic, label: t('Automatic ({zone})', { zone: nameOf(browserTimeZone()) }) },
              ...zonesWith(data?.timeZone ?? browserTimeZone()).map((zone) => ({ value: zone, label: nameOf(zone) })),
            ]}
            onChange={choose}
          />
        </div>
      </div>
    </Card>
  )
}

export function LanguageCard() {
  const preferred = languageNames[firstLanguage(navigator.languages)]
  return (
    <Card
      title={t('Language')}
      description={t('The language of these pages in this browser, and of the emails that you get')}
    >
      <div className="border-t border-line px-5 py-4">
        <div className="max-w-sm">
          <SelectField
            label={t('Page language')}
            hint={t('The page is loaded again after a change.')}
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
