import { Trash2 } from 'lucide-react'
import type { LearnedMail } from '../../../../contract/functions/learned-mail.ts'
import { errorMessageOr } from '../../../api/api-error.ts'
import { useDeleteLearned } from '../../../api/learned-mail.ts'
import { formatDate } from '../../../lib/format.ts'
import { toastError } from '../../../lib/toast.ts'
import { announce } from '../../../ui/announcer.tsx'
import { IconButton } from '../../../ui/button.tsx'

interface LearnedRowProps {
  learned: LearnedMail
  mailboxId: string
  readOnly: boolean
  onDeleted: () => void
}

const learnedByTexts: Record<LearnedMail['learnedBy'], string> = {
  history: 'You said so in the history',
  outlook: 'You moved it in Outlook',
  example: 'You picked it as an example',
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
      return toastError('Update Failed', errorMessageOr(error, 'It could not be forgotten. Please try again.'))
    }
    announce(`Forgotten: ${value}`)
    onDeleted()
  }
  return (
    <li className="flex items-center gap-2 py-2 last:pb-0">
      <div className="min-w-0 flex-1">
        <p dir="auto" className="text-left wrap-anywhere">
          {kind === 'list' ? `The list ${value}` : value}
        </p>
        <p className="text-muted">
          {learnedByTexts[learnedBy]}, {formatDate(learnedAt)}
        </p>
      </div>
      {!readOnly && (
        <IconButton
          label={`Forget ${value}`}
          icon={<Trash2 aria-hidden="true" />}
          busy={deletion.isPending}
          onClick={() => void deleteRow()}
        />
      )}
    </li>
  )
}
