import { CircleCheck, CircleDashed, CircleX, Clock, Tag } from 'lucide-react'
import { type HistoryEntry, wasElsewhere } from '../../api/processing-logs.ts'
import { t } from '../../texts/translate.ts'

/** Icon of a processing log entry: sorted, tagged, assigned, failed, waiting, processing, not sorted or left. */
export function LogOutcome({
  entry,
}: {
  entry: Pick<HistoryEntry, 'success' | 'status' | 'reason' | 'corrected_at' | 'stays_in_inbox'>
}) {
  const [Icon, colour, label] = entry.success
    ? entry.reason === 'assigned'
      ? ([Tag, 'text-muted', t('Assigned, not moved')] as const)
      : entry.stays_in_inbox
        ? ([Tag, 'text-good', t('Tagged')] as const)
        : ([CircleCheck, 'text-good', t('Sorted')] as const)
    : entry.status === 'failed'
      ? ([CircleX, 'text-bad', t('Failed')] as const)
      : entry.reason === 'delayed'
        ? ([Clock, 'text-muted', t('Filed later')] as const)
        : ([
            CircleDashed,
            'text-muted',
            entry.status === 'processing'
              ? t('Processing')
              : wasElsewhere(entry)
                ? t('Not sorted')
                : t('Left in the inbox'),
          ] as const)
  return (
    <span title={label} className="mt-0.5 shrink-0 print:mt-0 print:w-32">
      <Icon aria-hidden="true" className={`size-4.5 print:hidden ${colour}`} />
      {/* Paper has neither colours nor tooltips. */}
      <span className="sr-only print:not-sr-only">{label}</span>
    </span>
  )
}
