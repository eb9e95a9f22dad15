import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { EmailFolder } from '../../../../contract/tables.ts'
import { messageOf } from '../../../api/api-error.ts'
import { learnedQuery } from '../../../api/learned-mail.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { LearnedRow } from './learned-row.tsx'

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
