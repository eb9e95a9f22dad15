import { useRef, useState } from 'react'
import type { Mailbox } from '../../../../contract/connected-mailbox.ts'
import type { LearnedMail } from '../../../../contract/functions/learned-mail.ts'
import { listInitialLength } from '../../../limits.ts'
import { t } from '../../../texts/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { LearnedSenderRow } from './learned-sender-row.tsx'

interface InboxLearnedSendersProps {
  mailbox: Mailbox
  learned: readonly LearnedMail[]
}

/** The senders and mailing lists whose messages stay in the inbox because the user moved one there. */
export function InboxLearnedSenders({ mailbox, learned }: InboxLearnedSendersProps) {
  const [all, setAll] = useState(false)
  const heading = useRef<HTMLSpanElement>(null)
  return (
    <Card
      title={
        <span ref={heading} tabIndex={-1} className="outline-none">
          {t('Senders kept in the inbox ({count})', { count: learned.length })}
        </span>
      }
    >
      <div className={learned.length === 0 ? 'hidden' : 'border-t border-line px-5 py-4 text-sm'}>
        <ul className="-mt-2 divide-y divide-line">
          {learned.slice(0, all ? undefined : listInitialLength).map((each) => (
            <LearnedSenderRow
              key={each.id}
              learned={each}
              mailboxId={mailbox.id}
              readOnly={mailbox.status !== 'active'}
              onDeleted={() => heading.current?.focus()}
            />
          ))}
        </ul>
        {learned.length > listInitialLength && (
          <Button size="small" className="mt-3" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? t('Show Fewer') : t('Show All {count}', { count: learned.length })}
          </Button>
        )}
      </div>
    </Card>
  )
}
