import { reasonTexts } from '../../../contract/reasons.ts'
import type { HistoryEntry } from '../../api/processing-logs.ts'
import { safeText } from '../../lib/safe-text.ts'
import { t } from '../../texts/translate.ts'

/** Why a message is where it is, for display; null where the rest of the entry says that it was sorted. */
export function explanationText({ explanation, reason }: Pick<HistoryEntry, 'explanation' | 'reason'>): string | null {
  const english = explanation ?? (reason && reason !== 'sorted' ? reasonTexts[reason] : null)
  return english && safeText(t(english))
}
