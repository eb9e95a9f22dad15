import { RunReason } from '../../contract/action-runs.ts'
import { runMaxRetryMs } from '../../server/actions/engine/run-failure.ts'
import type { Effect } from './model-mail-server.ts'
import type { Observation, RunRow } from './observe.ts'
import { actingFolder, actionTypes, activeActions, mayAct, type Rights, type SortingModel } from './reference-model.ts'

/** The state before and after a command, within which no other command runs. */
interface Step {
  before: { rights: Rights; seen: Observation }
  after: { rights: Rights; seen: Observation }
}

/** Checks what holds of actions after each command. @returns the violations */
export function checkActions(model: SortingModel, step: Step): string[] {
  const { seen } = step.after
  return [...checkRuns(model, seen), ...checkOwedRuns(step), ...checkNewEffects(model, step), ...checkSilence(step)]
}

const nameOf = ({ message_id: id, action_type: type, status, reason }: RunRow): string =>
  `${type} of ${id} (${status}, ${reason})`
const isOpen = (run: RunRow | undefined): boolean => run?.status === 'waiting' || run?.status === 'running'

function checkRuns(model: SortingModel, { runs, effects }: Observation): string[] {
  const violations: string[] = []
  const byRun = Map.groupBy(effects, ({ runId }) => runId)
  const known = new Set(runs.map(({ id }) => id))
  for (const [runId, made] of byRun) {
    if (made.length > 1) violations.push(`Run ${runId} has ${made.length} messages in the mailbox`)
    if (!known.has(runId)) violations.push(`${made[0]?.id} was created in the mailbox for no run`)
  }
  for (const run of runs) {
    const isEnded = !isOpen(run)
    if (isEnded && !RunReason.safeParse(run.reason).success) violations.push(`${nameOf(run)} ended without a reason`)
    const effect = byRun.get(run.id)?.[0]
    const isThere = effect !== undefined && (run.action_type === 'draft_reply' || !effect.isDraft)
    if (run.status === 'done' && !isThere && !model.discarded.has(run.id))
      violations.push(`${nameOf(run)} has no effect`)
  }
  return violations
}

type Row = Observation['rows'][number]
/** The actions run at the decision, also where the message is filed later. */
const hasActed = ({ status, reason }: Pick<Row, 'status' | 'reason'>): boolean =>
  status === 'processed' || reason === 'delayed'
const folderOf = ({ reason, target_name, likely_name }: Omit<Row, 'message_id'>): string | null =>
  reason === 'delayed' ? likely_name : target_name

/** A message has exactly the runs of the actions that were on when it was sorted. */
function checkOwedRuns({ before, after }: Step): string[] {
  const expected = activeActions(after.rights).join()
  if (expected !== activeActions(before.rights).join()) return []
  const ended = new Set(before.seen.rows.flatMap((row) => (hasActed(row) ? [row.message_id] : [])))
  return after.seen.rows.flatMap(({ message_id: id, ...row }) => {
    const isSortedByUs = hasActed(row) && row.decided_by !== 'user' && row.corrected_at === null
    if (!isSortedByUs || folderOf(row) !== actingFolder || row.backfill_id !== null || ended.has(id)) return []
    const runs = after.seen.runs.filter((run) => run.message_id === id)
    const types = runs.toSorted((a, b) => a.action_order - b.action_order).map((run) => run.action_type)
    return types.join() === expected ? [] : [`${id} was sorted with the actions [${types.join()}], not [${expected}]`]
  })
}

/**
 * An effect needs the right to it, comes after those of earlier actions, and is not repeated once its user has deleted
 * it. A draft that was deleted before its text was written looks as if it had never been created.
 */
function checkNewEffects(model: SortingModel, step: Step): string[] {
  const { before, after } = step
  const runsBefore = new Map(before.seen.runs.map((run) => [run.id, run]))
  const versions = new Map(before.seen.effects.map(({ runId, version }) => [runId, version]))
  return after.seen.effects.flatMap((effect) => {
    const run = after.seen.runs.find(({ id }) => id === effect.runId)
    if (!run || versions.get(effect.runId) === effect.version) return []
    const earlier = after.seen.runs.filter(
      (other) => other.message_id === run.message_id && other.action_order < run.action_order,
    )
    const isEarly = earlier.some((other) => isOpen(other) && isOpen(runsBefore.get(other.id) ?? other))
    return [
      ...findMissingRights(step, run, effect).map((missing) => `${nameOf(run)} had an effect: ${missing}`),
      ...(model.discarded.get(run.id)?.isWritten ? [`${nameOf(run)} is back after its user deleted it`] : []),
      ...(isEarly ? [`${nameOf(run)} had an effect before the action before it ended`] : []),
    ]
  })
}

function findMissingRights({ before, after }: Step, run: RunRow, effect: Effect): string[] {
  const missing: string[] = []
  const sides = [before, after]
  const type = actionTypes.find((one) => one === run.action_type)
  if (!type || !sides.some(({ rights }) => mayAct(rights, type))) missing.push('the action was off, paused or stopped')
  const isInFolder = sides.some(({ seen }) =>
    seen.rows.some((row) => {
      const isDecided = hasActed(row) || row.status === 'processing'
      return row.message_id === run.message_id && isDecided && folderOf(row) === actingFolder
    }),
  )
  if (!isInFolder) missing.push('the message was not in the folder')
  const places = sides.map(({ seen }) => seen.messages.get(run.message_id)?.folder ?? 'Deleted Items')
  if (places.every((place) => place === 'Deleted Items')) missing.push('its user had deleted the message')
  const addresses = sides.map(({ rights }) => rights.destination)
  if (type === 'forward_mail' && !effect.isDraft && !addresses.includes(effect.to.join()))
    missing.push(`it was sent to ${effect.to.join()}`)
  return missing
}

/** No call to the mailbox without a usable sign-in, or while the operator has stopped everything. */
function checkSilence({ before, after }: Step): string[] {
  const sides = [before, after]
  const isSilent =
    sides.every(({ rights }) => rights.stopped === 'everything') ||
    sides.every(({ seen }) => seen.mailboxStatus === 'reauth_required')
  const calls = after.seen.calls - before.seen.calls
  return isSilent && calls > 0 ? [`${calls} calls to the mailbox, which must not be called`] : []
}

/** Checks what holds of actions once all faults are healed and nothing is due. @returns the violations */
export function checkActionsAtRest(model: SortingModel, { rows, runs, leftovers }: Observation): string[] {
  const left = new Set(rows.flatMap((row) => (row.reason === 'disabled' ? [row.message_id] : [])))
  const unfinished = runs.flatMap((run) => {
    if (isOpen(run)) return [`${nameOf(run)} is unfinished`]
    // Its folder was switched off while it waited to be filed.
    const isLeft = run.reason === 'mail_moved' && left.has(run.message_id)
    return isLeft || isExplained(model, run) ? [] : [`${nameOf(run)} has no effect, and nothing has prevented it`]
  })
  return [...unfinished, ...leftovers.map((id) => `${id} is left, although an effect has replaced it`)]
}

/** Whether something that happened may end a run with this reason. */
function isExplained(model: SortingModel, { id, message_id, reason }: RunRow): boolean {
  const message = model.messages.get(message_id)
  switch (reason) {
    case 'done':
      return true
    case 'switched_off':
    case 'config_changed':
      return model.actionChanges > 0
    case 'mail_moved':
      return message?.userFolder !== null
    case 'mail_gone':
      return message?.wasDeleted === true || message?.userFolder === 'Deleted Items'
    case 'draft_gone':
      return model.discarded.has(id)
    case 'unclear_outcome':
      return model.discarded.has(id) || model.mayLoseSends
    case 'new_sender':
      return message?.isFromNewSender === true
    case 'gave_up':
      return model.longestFaultsMs > runMaxRetryMs
    default:
      return false
  }
}
