import { composeText, joinMessages } from '../../../contract/compose-text.ts'
import type { Effect, RunReason } from '../../../contract/action-runs.ts'
import { effectLabelMaxLength } from '../../../contract/limits.ts'
import { listedNameMaxLength, listedMaxNames, runNoteMaxLength } from '../limits.ts'
import type { RunResult } from '../runner/action-runner.ts'
import type { StoredAttachmentRow } from './stored-attachment-queries.ts'
import { describeSkipped } from './describe-skipped.ts'

type Row = Pick<StoredAttachmentRow, 'name' | 'folder_path' | 'state' | 'reason' | 'url'>

/** Effects of the files that were stored. */
export const storedFileEffects = (rows: readonly Row[]): Effect[] =>
  rows
    .filter(({ state }) => state === 'done')
    .map(({ name, folder_path, url }) => ({
      kind: 'file',
      label: `${name} in ${folder_path}`.slice(0, effectLabelMaxLength),
      url,
    }))

/** The run's result, derived from its attachment rows. */
export function storingResult(rows: readonly Row[]): RunResult {
  const effects = storedFileEffects(rows)
  const there = rows
    .filter(({ reason }) => reason === 'same_content')
    .map(({ name }) => name.slice(0, listedNameMaxLength))
  const notes = [
    ...(there.length === 0
      ? []
      : [composeText('Stored already, not a second time: {list}.', { list: there.slice(0, listedMaxNames) })]),
    ...describeSkipped(rows.filter(({ state }) => state === 'skipped' || state === 'failed')),
  ]
  const note = notes.length === 0 ? null : joinMessages(notes, ' ').slice(0, runNoteMaxLength)
  if (rows.some(({ state }) => state === 'failed')) return { status: 'failed', reason: 'refused', effects, note }
  if (effects.length > 0) return { status: 'done', reason: 'done', effects, note }
  return { status: 'skipped', reason: 'nothing_to_do', effects, note }
}

/** A result that does not concern single files; files stored before stay visible. */
export const resultForReason = (
  status: RunResult['status'],
  reason: RunReason,
  { rows = [], note = null }: { rows?: readonly Row[]; note?: string | null } = {},
): RunResult => ({ status, reason, effects: storedFileEffects(rows), note })
