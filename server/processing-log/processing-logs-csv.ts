import { reasonTexts } from '../../contract/reasons.ts'
import type { ExportedLog } from './queries.ts'

const columnNames = [
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

export const csvHeader = csvLine(columnNames)

export function toCsvRow(log: ExportedLog): string {
  return csvLine([
    log.processed_at.toISOString(),
    log.email_address,
    log.reason === 'assigned' ? 'assigned, not moved' : log.stays_in_inbox ? 'tagged' : log.status,
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

/** One record of RFC 4180 with its line break (https://www.rfc-editor.org/rfc/rfc4180). */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

/**
 * CSV injection: senders choose subjects and names, and a spreadsheet may evaluate a cell as a formula. Such
 * cells get an apostrophe in front, also after leading spaces and for the full-width forms of the signs.
 */
function csvCell(text: string): string {
  const escaped = /^(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(escaped) ? `"${escaped.replaceAll('"', '""')}"` : escaped
}
