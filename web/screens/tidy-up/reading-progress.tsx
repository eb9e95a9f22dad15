import { Meter } from '../../ui/meter.tsx'
import { groupEmails } from './group-emails.ts'
import { totalsText } from './group-texts.ts'
import type { InboxScan } from './use-inbox-scan.ts'
import { t, tn } from '../../texts/translate.ts'

/** While the inbox is read: how far, and what was found. */
export function ReadingProgress({ scan: { read, total, emails } }: { scan: InboxScan }) {
  return (
    <div className="min-h-40 px-5 py-6">
      <h2 tabIndex={-1} className="font-semibold tabular-nums outline-none">
        {total === null
          ? t('Reading your inbox…')
          : tn(total, 'Reading {read} of {count} email', 'Reading {read} of {count} emails', { read })}
      </h2>
      <div className="mt-3 max-w-xl">
        <Meter label={t('Emails that were read')} percent={total ? (read / total) * 100 : 0} tone="accent" />
      </div>
      <p className="mt-3 min-h-12 text-pretty text-muted">{totalsText(groupEmails(emails))}</p>
    </div>
  )
}
