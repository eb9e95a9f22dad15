import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { EmailFolder } from '../../../../contract/tables.ts'
import { messageOf } from '../../../api/api-error.ts'
import { learnedQuery } from '../../../api/learned-mail.ts'
import { folderName } from '../../../lib/folder-name.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { LearnedSenderRow } from './learned-sender-row.tsx'
import { t } from '../../../texts/translate.ts'

/** The senders and mailing lists that the user has taught by moving messages into this folder. */
export function FolderLearnedSenders({ folder, readOnly }: { folder: EmailFolder; readOnly: boolean }) {
  const { data, error } = useQuery(learnedQuery(folder.mailbox_id))
  const heading = useRef<HTMLHeadingElement>(null)
  const own = data?.learned.filter(({ folderId }) => folderId === folder.id)
  return (
    <section
      aria-label={t('Learned for {folder}', { folder: folderName(folder) })}
      className="rounded-lg border border-line bg-canvas p-4"
    >
      <h3 ref={heading} tabIndex={-1} className="flex min-h-8 items-center text-sm font-semibold">
        {own ? t('Learned ({count})', { count: own.length }) : t('Learned')}
      </h3>
      {own ? (
        own.length === 0 ? (
          <p className="mt-2 text-muted">
            {t('Nothing yet. Move an email into this folder, here or in Outlook: email from the same sender follows.')}
          </p>
        ) : (
          <ul className="mt-1 divide-y divide-line">
            {own.map((learned) => (
              <LearnedSenderRow
                key={learned.id}
                learned={learned}
                mailboxId={folder.mailbox_id}
                readOnly={readOnly}
                onDeleted={() => heading.current?.focus()}
              />
            ))}
          </ul>
        )
      ) : error ? (
        <p role="alert" className="mt-2 text-bad">
          {t('Error loading what was learned: {error}', { error: messageOf(error) })}
        </p>
      ) : (
        <Skeleton className="mt-2 h-5 w-48" />
      )}
    </section>
  )
}
