import type { HistoryEntry } from '../../api/processing-logs.ts'
import { ConfidenceLabel } from '../../features/mail/confidence-label.tsx'
import { EvidenceList } from '../../features/mail/evidence-list.tsx'
import { explanationText } from '../../features/mail/explanation-text.ts'
import { useDistinctAddress } from '../../features/mailbox/active-mailbox.tsx'
import { now } from '../../lib/clock.ts'
import { formatDateTime, formatMoment } from '../../lib/format.ts'
import { senderText, subjectText } from '../../lib/message-texts.ts'
import { safeText } from '../../lib/safe-text.ts'
import { t } from '../../texts/translate.ts'

/** Subject, sender and time of a message. */
export function ReviewMessageHeader({ entry }: { entry: HistoryEntry }) {
  const { from_name: name, from_address: address, mailbox_id, processed_at } = entry
  const mailbox = useDistinctAddress(mailbox_id)
  return (
    <header className="min-w-0">
      {/* Reserves two lines in one column, so that the buttons below do not move. */}
      <div className="flex items-end @max-3xl:min-h-13">
        <h3 title={subjectText(entry.subject)} className="line-clamp-2 text-lg font-semibold wrap-anywhere">
          <bdi>{subjectText(entry.subject)}</bdi>
        </h3>
      </div>
      <p className="mt-1 truncate text-sm">
        <bdi className="font-medium">{senderText(entry)}</bdi>
        {name && address && <bdi className="text-muted"> {safeText(address)}</bdi>}
      </p>
      <p className="truncate text-sm text-muted">
        <time dateTime={processed_at} title={formatDateTime(processed_at)}>
          {formatMoment(processed_at, now())}
        </time>
        {mailbox && ` · ${mailbox}`}
      </p>
    </header>
  )
}

/** Why the message stayed in the inbox, and the evidence for the likeliest folder. */
export function ReviewExplanation({ entry }: { entry: HistoryEntry }) {
  const explanation = explanationText(entry)
  return (
    <section className="min-w-0 self-start rounded-lg border border-line bg-canvas p-4 text-sm">
      <div className="flex items-baseline justify-between gap-3">
        <h4 className="font-semibold">{t('Why is it here?')}</h4>
        <p className="shrink-0 text-muted">
          <ConfidenceLabel entry={entry} />
        </p>
      </div>
      {explanation && <p className="mt-1 text-pretty wrap-anywhere">{explanation}</p>}
      {entry.evidence.length > 0 && (
        <>
          <p className="mt-3 text-xs text-muted">{t('Main reasons')}</p>
          <EvidenceList evidence={entry.evidence} />
        </>
      )}
    </section>
  )
}
