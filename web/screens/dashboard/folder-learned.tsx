import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useRef } from 'react'
import type { LearnedMail } from '../../../contract/functions/learned-mail.ts'
import type { EmailFolder } from '../../../contract/tables.ts'
import { explain, messageOf } from '../../api/api-error.ts'
import { learnedQuery, useForgetLearned } from '../../api/learned-mail.ts'
import { formatDate } from '../../lib/format.ts'
import { toastError } from '../../lib/toast.ts'
import { announce } from '../../ui/announcer.tsx'
import { IconButton } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

/** What the person has taught by moving mail into this folder, each piece to be forgotten. */
export function FolderLearned({ folder, readOnly }: { folder: EmailFolder; readOnly: boolean }) {
  const { data, error } = useQuery(learnedQuery(folder.mailbox_id))
  const heading = useRef<HTMLHeadingElement>(null)
  const own = data?.learned.filter(({ folderId }) => folderId === folder.id)
  return (
    <section
      aria-label={`Learned for ${folder.display_name || folder.folder_name}`}
      className="rounded-lg border border-line bg-canvas p-4"
    >
      <h3 ref={heading} tabIndex={-1} className="flex min-h-8 items-center text-sm font-semibold">
        {own ? `Learned (${own.length})` : 'Learned'}
      </h3>
      {own ? (
        own.length === 0 ? (
          <p className="mt-2 text-muted">
            Nothing yet. Drag an email into this folder, here or in Outlook: email from the same sender follows.
          </p>
        ) : (
          <ul className="mt-1 divide-y divide-line">
            {own.map((learned) => (
              <LearnedRow
                key={learned.id}
                learned={learned}
                mailboxId={folder.mailbox_id}
                readOnly={readOnly}
                onForgotten={() => heading.current?.focus()}
              />
            ))}
          </ul>
        )
      ) : error ? (
        <p role="alert" className="mt-2 text-bad">
          Error loading what was learned: {messageOf(error)}
        </p>
      ) : (
        <Skeleton className="mt-2 h-5 w-48" />
      )}
    </section>
  )
}

interface LearnedRowProps {
  learned: LearnedMail
  mailboxId: string
  readOnly: boolean
  onForgotten: () => void
}

function LearnedRow({ learned, mailboxId, readOnly, onForgotten }: LearnedRowProps) {
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
