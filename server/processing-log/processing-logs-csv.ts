import { reasonTexts } from '../../contract/reasons.ts'
import type { ExportedLog } from './queries.ts'

const names = [
  'Time',
  'Mailbox',
  'Status',
  'Subject',
  'Sender',
  'Sender name',
  'Folder',
  'Confidence',
  'Decided by',
  'Why',
  'Corrected',
]

export const csvHead = csvLine(names)

export function csvOfLog(log: ExportedLog): string {
  return csvLine([
    log.processed_at.toISOString(),
    log.email_address,
    log.status,
    log.subject ?? '',
    log.from_address ?? '',
    log.from_name ?? '',
    log.folder ?? '',
    log.classification_confidence?.toFixed(3) ?? '',
    log.decided_by ?? '',
    log.explanation ?? (log.reason ? reasonTexts[log.reason] : ''),
    log.corrected_at?.toISOString() ?? '',
  ])
}

/** One record of RFC 4180 with its line break. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

/**
 * Strangers write subjects and names: what a spreadsheet could take for a formula gets an apostrophe in front, also behind spaces that it
 * skips, and in the wide forms of the same signs.
 */
function csvCell(text: string): string {
  const defused = /^(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(defused) ? `"${defused.replaceAll('"', '""')}"` : defused
}
