import { RunReason, type RunStatus } from '../../../contract/action-runs.ts'
import { automaticEmailsPerHour } from '../../../server/actions/limits.ts'
import { actingFolder } from '../mailboxes.ts'
import { answeredMessage, movedMessage } from './graph-calls.ts'
import type { Checker, FinalState } from './final-state.ts'

/**
 * How a run may end: nobody changes settings, messages of the folder, drafts or sign-ins, so that other results have
 * no explanation. Rule 9 judges each run that gave up by its attempts.
 */
const results: Partial<Record<RunReason, RunStatus>> = { done: 'done', gave_up: 'failed' }

/** Only where as many drafts were written as an hour allows. */
const reachesHourlyLimit = (log: FinalState['log']): boolean =>
  log.flatMap(({ runs }) => runs).filter(({ status }) => status === 'done').length >= automaticEmailsPerHour

const draftsOf = ({ outlook }: FinalState, messageId: string): number => {
  const conversation = outlook.find(({ id }) => id === messageId)?.conversationId
  return outlook.filter((one) => one.isDraft && one.conversationId === conversation).length
}

/** Rule 6. The actions of email that is filed later run at the decision. */
export const checkOrder: Checker = ({ calls, isFiledLater }) =>
  (isFiledLater ? [] : calls).flatMap((call) => {
    const id = answeredMessage(call)
    const isMoved = calls.some((other) => movedMessage(other) === id && other.at <= call.at)
    return id === null || isMoved ? [] : [`6: a reply to message ${id} was drafted before it was moved`]
  })

/** Rule 8. */
export const checkRepeatedDrafts: Checker = (state) =>
  state.log.flatMap(({ messageId, runs }) => {
    const drafts = draftsOf(state, messageId)
    return drafts > runs.length ? [`8: message ${messageId} has ${drafts} drafts for ${runs.length} runs`] : []
  })

/** Rule 9. */
export const checkMissingDrafts: Checker = (state) =>
  state.log.flatMap(({ messageId, runs }) => {
    const done = runs.filter(({ status }) => status === 'done').length
    const drafts = draftsOf(state, messageId)
    return done > drafts ? [`9: message ${messageId} has ${drafts} drafts, but ${done} runs are done`] : []
  })

/** Rule 9. Each message that was sorted into the folder with an action has a run of it. */
export const checkMissingRuns: Checker = ({ log }) =>
  log.flatMap(({ messageId, status, target, runs }) => {
    const expected = status === 'processed' && target === actingFolder ? 1 : 0
    return runs.length === expected ? [] : [`9: message ${messageId} has ${runs.length} runs, and not ${expected}`]
  })

/** Rule 9. */
export const checkRunResults: Checker = ({ log }) =>
  log.flatMap(({ messageId, runs }) =>
    runs
      .filter(({ reason }) => reason !== 'hourly_limit' || !reachesHourlyLimit(log))
      .filter(({ status, reason }) => results[RunReason.safeParse(reason).data ?? 'refused'] !== status)
      .map(
        ({ status, reason }) => `9: the run of message ${messageId} is ${status} (${reason}), which nothing explains`,
      ),
  )
