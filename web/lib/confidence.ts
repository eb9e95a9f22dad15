import { likelyConfidence, sureConfidence } from '../../contract/limits.ts'
import type { ReasonCode } from '../../contract/reasons.ts'
import type { ProcessingLog } from '../../contract/tables.ts'
import { text } from '../texts/translate.ts'
import { formatPercent } from './format.ts'

type Confidence = 'Sure' | 'Likely' | 'Unsure'

/** A new sender is asked about (the percentage is a cap), or the kind of the email decided. */
const withoutConfidence: ReadonlySet<ReasonCode> = new Set([
  'name_only',
  'instructions_pasted',
  'sign_in_code',
  'account_security',
  'phishing',
])

/** The confidence of a decision in a word and as a percentage; null where there was no decision, or it has none. */
export function confidenceOf({
  classification_confidence: confidence,
  reason,
}: Pick<ProcessingLog, 'classification_confidence' | 'reason'>): { word: Confidence; percent: string } | null {
  if (confidence === null || (reason !== null && withoutConfidence.has(reason))) return null
  // Rounded as shown, so that equal percentages have the same word.
  const shown = Math.round(confidence * 100) / 100
  const word = shown >= sureConfidence ? text('Sure') : shown >= likelyConfidence ? text('Likely') : text('Unsure')
  return { word, percent: formatPercent(confidence) }
}
