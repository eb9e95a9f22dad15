import { Trash2 } from 'lucide-react'
import type { LearnedMail } from '../../../../contract/functions/learned-mail.ts'
import { errorMessageOr } from '../../../api/api-error.ts'
import { useDeleteLearned } from '../../../api/learned-mail.ts'
import { formatDate } from '../../../lib/format.ts'
import { toastError } from '../../../lib/toast.ts'
import { announce } from '../../../ui/announcer.tsx'
import { IconButton } from '../../../ui/button.tsx'
import { t, text } from '../../../texts/translate.ts'

interface LearnedRowProps {
  learned: LearnedMail
  mailboxId: string
  readOnly: boolean
  onDeleted: () => void
}

const learnedByTexts: Record<LearnedMail['learnedBy'], string> = {
  history: text('You corrected it in the history, {date}'),
  outlook: text('You moved it in your mail program, {date}'),
  example: text('You picked it as an example, {date}'),
  senders: text('You chose it among the senders, {date}'),
}

/** A learned sender or mailing list, with a button that deletes it. */
export function LearnedSenderRow({ learned, mailboxId, readOnly, onDeleted }: LearnedRowProps) {
  const deletion = useDeleteLearned(mailboxId)
  const { id, kind, value, learnedBy, learnedAt } = learned
  // Awaited: the callbacks of `mutate` do not run once the row is unmounted, which deleting it does.
  const deleteRow = async (): Promise<void> => {
    try {
      await deletion.mutateAsync(id)
    } catch (error) {
      return toastError(t('Update Failed'), errorMessageOr(error, t('It could not be forgotten. Please try again.')))
    }
    announce(t('Forgotten: {value}', { value }))
    onDeleted()
  }
  return (
    <li className="flex items-center gap-2 py-2 last:pb-0">
      <div className="min-w-0 flex-1">
        <p dir="auto" className="text-left wrap-anywhere">
          {kind === 'list' ? t('The list {value}', { value }) : value}
        </p>
        <p className="text-muted">{t(learnedByTexts[learnedBy], { date: formatDate(learnedAt) })}</p>
      </div>
      {!readOnly && (
        <IconButton
          label={t('Forget {value}', { value })}
          icon={<Trash2 aria-hidden="true" />}
          busy={deletion.isPending}
          onClick={() => void deleteRow()}
        />
      )}
    </li>
  )
}
