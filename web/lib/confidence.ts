import { likelyConfidence, sureConfidence } from '../../contract/limits.ts'
import type { ProcessingLog } from '../../contract/tables.ts'
import { formatPercent } from './format.ts'

type Confidence = 'Sure' | 'Likely' | 'Unsure'

/** The confidence of a decision in a word and as a percentage; null where there was no decision or no folder fits. */
export function confidenceOf({
  classification_confidence: confidence,
  reason,
}: Pick<ProcessingLog, 'classification_confidence' | 'reason'>): { word: Confidence; percent: string } | null {
  if (confidence === null || reason === 'no_match') return null
  // Rounded as shown, so that equal percentages have the same word.
  const shown = Math.round(confidence * 100) / 100
  const word = shown >= sureConfidence ? 'Sure' : shown >= likelyConfidence ? 'Likely' : 'Unsure'
  return { word, percent: formatPercent(confidence) }
}
