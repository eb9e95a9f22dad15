import type { Effect, RunReason } from '../../../contract/action-runs.ts'
import type { RunEnding } from '../runner.ts'
import type { LedgerRow } from './store-queries.ts'
import { leftOutNotes } from './words.ts'

type Row = Pick<LedgerRow, 'name' | 'folder_path' | 'state' | 'reason' | 'url'>

/** The files that stand in the service. */
export const effectsOf = (rows: readonly Row[]): Effect[] =>
  rows
    .filter(({ state }) => state === 'done')
    .map(({ name, folder_path, url }) => ({ kind: 'file', label: `${name} in ${folder_path}`.slice(0, 300), url }))

/** What a run came to, as the ledger has it. */
export function endingOf(rows: readonly Row[]): RunEnding {
  const effects = effectsOf(rows)
  const there = rows.filter(({ reason }) => reason === 'same_content').map(({ name }) => `“${name.slice(0, 40)}”`)
  const notes = [
    ...(there.length === 0 ? [] : [`Stored already, not a second time: ${there.slice(0, 6).join(', ')}.`]),
    ...leftOutNotes(rows.filter(({ state }) => state === 'skipped' || state === 'failed')),
  ]
  const note = notes.length === 0 ? null : notes.join(' ').slice(0, 1000)
  if (rows.some(({ state }) => state === 'failed')) return { status: 'failed', reason: 'refused', effects, note }
  if (effects.length > 0) return { status: 'done', reason: 'done', effects, note }
  return { status: 'skipped', reason: 'nothing_to_do', effects, note }
}

/** An ending that is not about single files; what was stored before stays shown. */
export const endedBy = (
  status: RunEnding['status'],
  reason: RunReason,
  { rows = [], note = null }: { rows?: readonly Row[]; note?: string | null } = {},
): RunEnding => ({ status, reason, effects: effectsOf(rows), note })
