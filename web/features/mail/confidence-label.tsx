import type { ProcessingLog } from '../../../contract/tables.ts'
import { confidenceOf } from '../../lib/confidence.ts'
import { t } from '../../texts/translate.ts'

/** Sure, Likely or Unsure, with the percentage. */
export function ConfidenceLabel({ entry }: { entry: Pick<ProcessingLog, 'classification_confidence' | 'reason'> }) {
  const confidence = confidenceOf(entry)
  if (!confidence) return null
  return (
    <span className="whitespace-nowrap tabular-nums">
      <span className="sr-only">{`${t('Confidence')} `}</span>
      {`${t(confidence.word)} (${confidence.percent})`}
    </span>
  )
}
