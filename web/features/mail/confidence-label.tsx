import type { ProcessingLog } from '../../../contract/tables.ts'
import { confidenceOf } from '../../lib/confidence.ts'
import { t } from '../../texts/translate.ts'

interface ConfidenceLabelProps {
  entry: Pick<ProcessingLog, 'classification_confidence' | 'reason'>
  /**
   * `row`: the percentage shows while the row (`group/row`) is hovered or has the focus; its room is reserved. Not on a
   * phone.
   * `details`: it always shows.
   */
  in: 'row' | 'details'
}

/** Sure, Likely or Unsure, with the percentage. */
export function ConfidenceLabel({ entry, in: place }: ConfidenceLabelProps) {
  const confidence = confidenceOf(entry)
  if (!confidence) return null
  const { word, percent } = confidence
  return (
    <span className="whitespace-nowrap tabular-nums">
      <span className="sr-only">{`${t('Confidence')} `}</span>
      {place === 'details' ? (
        `${t(word)} (${percent})`
      ) : (
        <>
          {t(word)}{' '}
          <span className="opacity-0 group-hover/row:opacity-100 group-has-focus-visible/row:opacity-100 max-md:hidden">
            ({percent})
          </span>
        </>
      )}
    </span>
  )
}
