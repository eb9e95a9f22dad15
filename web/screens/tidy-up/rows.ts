import type { EmailKind } from '../../../contract/email-kinds.ts'
import type { TidyUpEmail } from '../../../contract/functions/tidy-up.ts'
import type { EmailFolder } from '../../../contract/tables.ts'
import type { EmailGroup } from '../../features/mail/group-emails.ts'
import { suggestFolder, type Target } from './suggest-folder.ts'
import type { Press } from './use-presses.ts'

/** A group as it is shown. */
export interface Row {
  group: EmailGroup
  /** Its emails that are not answered yet. */
  open: readonly TidyUpEmail[]
  /** The last press of the group itself; null: of none, or only of its parts. */
  press: Press | null
  suggestion: Target | null
  /** Null: closed. */
  parts: readonly Row[] | null
  /** Parts that are not shown yet. */
  hidden: number
}

interface RowOptions {
  presses: readonly Press[]
  folders: readonly EmailFolder[]
  /** How many parts of each open group are shown. */
  opened: ReadonlyMap<string, number>
}

export function rowsOf(groups: readonly EmailGroup[], { presses, folders, opened }: RowOptions): Row[] {
  const answered = new Set(presses.flatMap(({ emails }) => emails.map(({ messageId }) => messageId)))
  const chosen = new Map<EmailKind, string>()
  for (const { kind, target } of presses) if (kind !== null && target && target.id !== null) chosen.set(kind, target.id)
  const toRow = (group: EmailGroup): Row => {
    const shown = opened.get(group.key)
    return {
      group,
      open: group.emails.filter(({ messageId }) => !answered.has(messageId)),
      press: presses.findLast(({ key }) => key === group.key) ?? null,
      suggestion: suggestFolder(group, folders, chosen),
      parts: shown === undefined ? null : group.parts.slice(0, shown).map(toRow),
      hidden: shown === undefined ? 0 : Math.max(0, group.parts.length - shown),
    }
  }
  return groups.map(toRow)
}

/** From top to bottom. */
export const visibleRows = (rows: readonly Row[]): Row[] =>
  rows.flatMap((row) => [row, ...visibleRows(row.parts ?? [])])

/** The row to answer next, once these emails are answered: below it, or else from the top. */
export function nextRow(rows: readonly Row[], from: Row): Row | null {
  const all = visibleRows(rows)
  const ids = new Set(from.open.map(({ messageId }) => messageId))
  const isOpen = ({ open }: Row): boolean => open.some(({ messageId }) => !ids.has(messageId))
  const index = all.findIndex(({ group }) => group.key === from.group.key)
  return all.slice(index + 1).find(isOpen) ?? all.find(isOpen) ?? null
}
