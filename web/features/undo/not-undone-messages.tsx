import type { BulkUndo } from '../../../contract/functions/undo-sorting.ts'
import { safeText } from '../../lib/safe-text.ts'
import { t, tn } from '../../texts/translate.ts'
import { notUndoneCount, notUndoneReasonTexts, notUndoneMessageTexts } from './undo-texts.ts'

/** Messages that a bulk undo did not move back, with the reasons. */
export function NotUndoneMessages({ undo }: { undo: BulkUndo }) {
  const count = notUndoneCount(undo)
  if (count === 0) return null
  return (
    <section aria-label={t('Not moved')} className="mt-4">
      <h3 className="font-semibold">{tn(count, 'Not moved ({count} email)', 'Not moved ({count} emails)')}</h3>
      <ul className="mt-1.5 list-disc space-y-1 pl-5">
        {undo.leftAlone.map(({ reason, mails }) => (
          <li key={reason}>
            {tn(mails, '{count} email: {reason}', '{count} emails: {reason}', {
              reason: t(notUndoneReasonTexts[reason]),
            })}
          </li>
        ))}
      </ul>
      {undo.leftMails.length > 0 && (
        <ul
          aria-label={t('Emails that were not moved')}
          className="mt-3 divide-y divide-line rounded-lg border border-line"
        >
          {undo.leftMails.map((message) => (
            <NotUndoneMessage key={message.logId} message={message} />
          ))}
        </ul>
      )}
    </section>
  )
}

function NotUndoneMessage({ message }: { message: BulkUndo['leftMails'][number] }) {
  const { subject, fromName, fromAddress, reason } = message
  return (
    <li className="flex items-center justify-between gap-4 px-3 py-2">
      <span className="min-w-0">
        <span dir="auto" className="block truncate text-left">
          {safeText(subject ?? '') || t('No subject')}
        </span>
        <span dir="auto" className="block truncate text-left text-muted">
          {safeText(fromName || fromAddress || '') || t('Unknown sender')}
        </span>
      </span>
      <span className="shrink-0 text-muted">{t(notUndoneMessageTexts[reason])}</span>
    </li>
  )
}
