import { likelyConfidence, sureConfidence } from '../../contract/limits.ts'
import type { ProcessingLog } from '../../contract/tables.ts'
import { text } from '../texts/translate.ts'
import { formatPercent } from './format.ts'

type Confidence = 'Sure' | 'Likely' | 'Unsure'

/**
 * The confidence of a decision in a word and as a percentage; null where there was no decision, no folder fits, or a
 * new sender is asked about: the percentage is then a cap.
 */
export function confidenceOf({
  classification_confidence: confidence,
  reason,
}: Pick<ProcessingLog, 'classification_confidence' | 'reason'>): { word: Confidence; percent: string } | null {
  if (confidence === null || reason === 'no_match' || reason === 'name_only' || reason === 'instructions_pasted')
    return null
  // Rounded as shown, so that equal percentages have the same word.
  const shown = Math.round(confidence * 100) / 100
  const word = shown >= sureConfidence ? text('Sure') : shown >= likelyConfidence ? text('Likely') : text('Unsure')
  return { word, percent: formatPercent(confidence) }
}
