import { Trash2 } from 'lucide-react'
import type { LearnedMail } from '../../../../contract/functions/learned-mail.ts'
import { explain } from '../../../api/api-error.ts'
import { useForgetLearned } from '../../../api/learned-mail.ts'
import { formatDate } from '../../../lib/format.ts'
import { toastError } from '../../../lib/toast.ts'
import { announce } from '../../../ui/announcer.tsx'
import { IconButton } from '../../../ui/button.tsx'

interface LearnedRowProps {
  learned: LearnedMail
  mailboxId: string
  readOnly: boolean
  onForgotten: () => void
}

/** A sender or a list, and how it came to be learned; it can be forgotten. */
export function LearnedRow({ learned, mailboxId, readOnly, onForgotten }: LearnedRowProps) {
  const forget = useForgetLearned(mailboxId)
  const { id, kind, value, learnedBy, learnedAt } = learned
  // Awaited here: the row, and what would listen in it, is gone when it succeeds.
  const takeAway = async (): Promise<void> => {
    try {
      await forget.mutateAsync(id)
    } catch (error) {
      return toastError('Update Failed', explain(error, 'It could not be forgotten. Please try again.'))
    }
    announce(`Forgotten: ${value}`)
    onForgotten()
  }
  return (
    <li className="flex items-center gap-2 py-2 last:pb-0">
      <div className="min-w-0 flex-1">
        <p dir="auto" className="text-left wrap-anywhere">
          {kind === 'list' ? `The list ${value}` : value}
        </p>
        <p className="text-muted">
          {learnedBy === 'outlook' ? 'You moved it in Outlook' : 'You said so in the history'}, {formatDate(learnedAt)}
        </p>
      </div>
      {!readOnly && (
        <IconButton
          label={`Forget ${value}`}
          icon={<Trash2 aria-hidden="true" />}
          busy={forget.isPending}
          onClick={() => void takeAway()}
        />
      )}
    </li>
  )
}
