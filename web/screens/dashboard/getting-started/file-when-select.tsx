import { useQuery } from '@tanstack/react-query'
import type { FileWhen } from '../../../../contract/tables.ts'
import { errorMessageOr } from '../../../api/api-error.ts'
import { mailboxSettingsQuery, useSaveMailboxSettings } from '../../../api/mailbox-settings.ts'
import { fileWhenChoices } from '../../../features/mailbox/filing-time-fields.tsx'
import { toastError, toastSuccess } from '../../../lib/toast.ts'
import { t } from '../../../texts/translate.ts'
import { PlainSelect } from '../../../ui/select-field.tsx'

/** Keeps its line before the setting is known, so that nothing moves. */
export function FileWhenSelect({ mailboxId }: { mailboxId: string }) {
  const { data: settings } = useQuery(mailboxSettingsQuery(mailboxId))
  const save = useSaveMailboxSettings(mailboxId)
  const choose = (fileWhen: FileWhen): void =>
    save.mutate(
      { fileWhen },
      {
        onSuccess: () => toastSuccess(t('Settings saved')),
        onError: (error) => toastError(t('Update Failed'), errorMessageOr(error, t('Please try again.'))),
      },
    )
  return (
    <span className="mt-2 -ml-1 flex min-h-11 flex-wrap items-center pr-1">
      {settings && (
        <>
          <span className="mx-1">{t('File sorted email:')}</span>
          <PlainSelect
            label={t('When to file sorted email')}
            value={save.isPending ? (save.variables.fileWhen ?? settings.fileWhen) : settings.fileWhen}
            choices={fileWhenChoices()}
            onChange={choose}
          />
        </>
      )}
    </span>
  )
}
