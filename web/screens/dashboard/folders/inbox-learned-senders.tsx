import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Mailbox } from '../../../../contract/connected-mailbox.ts'
import { messageOf } from '../../../api/api-error.ts'
import { learnedQuery } from '../../../api/learned-mail.ts'
import { onDemand } from '../../../lib/on-demand.tsx'
import { listInitialLength } from '../../../limits.ts'
import { t } from '../../../texts/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'

// Most inboxes have none.
const LearnedSenderRow = onDemand(async () => (await import('./learned-sender-row.tsx')).LearnedSenderRow, {
  waiting: () => (
    <li>
      <Skeleton className="h-10 w-full" />
    </li>
  ),
})

/** The senders and mailing lists whose messages stay in the inbox because the user moved one there. */
export function InboxLearnedSenders({ mailbox }: { mailbox: Mailbox }) {
  const { data, error } = useQuery(learnedQuery(mailbox.id))
  const [all, setAll] = useState(false)
  const heading = useRef<HTMLSpanElement>(null)
  const own = data?.learned.filter(({ folderId }) => folderId === null)
  const shown = all ? own : own?.slice(0, listInitialLength)
  return (
    <Card
      title={
        <span ref={heading} tabIndex={-1} className="outline-none">
          {own ? t('Learned for the Inbox ({count})', { count: own.length }) : t('Learned for the Inbox')}
        </span>
      }
    >
      <div className="border-t border-line px-5 py-4 text-sm">
        {own && shown ? (
          own.length === 0 ? (
            <p className="text-pretty text-muted">
              {t(
                'Nothing yet. Move an email back to the inbox, here or in your mail program: email from the same ' +
                  'sender stays there.',
              )}
            </p>
          ) : (
            <>
              <ul className="-mt-2 divide-y divide-line">
                {shown.map((learned) => (
                  <LearnedSenderRow
                    key={learned.id}
                    learned={learned}
                    mailboxId={mailbox.id}
                    readOnly={mailbox.status !== 'active'}
                    onDeleted={() => heading.current?.focus()}
                  />
                ))}
              </ul>
              {own.length > listInitialLength && (
                <Button size="small" className="mt-3" aria-expanded={all} onClick={() => setAll(!all)}>
                  {all ? t('Show Fewer') : t('Show All {count}', { count: own.length })}
                </Button>
              )}
            </>
          )
        ) : error ? (
          <p role="alert" className="text-bad">
            {t('Error loading what was learned: {error}', { error: messageOf(error) })}
          </p>
        ) : (
          <Skeleton className="h-10 w-full" />
        )}
      </div>
    </Card>
  )
}
