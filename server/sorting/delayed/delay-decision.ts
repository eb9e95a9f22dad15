import { filingTime, type FilingSchedule, waitsForReading } from '../../../contract/filing-time.ts'
import type { Message } from '../../vendors/mailbox/message.ts'
import type { SortingBatch } from '../completion/sorting-batch.ts'
import type { Candidate, Decision } from '../decision/decision.ts'
import type { FilingDelay } from '../log/processing-log-queries.ts'
import { isUnreadCode } from '../messages/unread-code.ts'

interface FilingTimes {
  candidates: readonly Candidate[]
  filings: SortingBatch['filings']
  timeZone: string
}

/** @returns null where the email is filed at once, or stays in the inbox */
export function delayOf(
  { candidates, filings, timeZone }: FilingTimes,
  { folderId }: Decision,
  message: Message,
  now: Date,
): FilingDelay | null {
  const folder = candidates.find(({ id }) => id === folderId)
  const filing = folder && filings.get(folder.id)
  // A tag alone changes nothing that the user waits for.
  if (!folder?.schedule || (filing?.staysInInbox && !filing.isMarkedAsRead)) return null
  const { isRead } = message
  const hasCode = folder.includesSecurityEmail === true && isUnreadCode(message)
  const delay = delayAt(folder.schedule, { decidedAt: now, readAt: isRead ? now : null, hasCode }, timeZone)
  return isDue(delay, now) ? null : delay
}

export const delayAt = (
  schedule: FilingSchedule,
  email: { decidedAt: Date; readAt: Date | null; hasCode: boolean },
  timeZone: string,
): FilingDelay => ({
  fileAt: filingTime(schedule, email, timeZone),
  fileOnceRead: waitsForReading(schedule, email),
  readAt: email.readAt,
  hasCode: email.hasCode,
})

export const isDue = ({ fileAt }: Pick<FilingDelay, 'fileAt'>, now: Date): boolean => fileAt !== null && fileAt <= now

/** Leaves the email in the inbox and records the decided folder as runner-up. Filing reverts it (`startFiling`). */
export const toDelayedDecision = (decision: Decision): Decision => ({
  ...decision,
  folderId: null,
  reason: 'delayed',
  runnerUp: decision.folderId === null ? null : { folderId: decision.folderId, confidence: decision.confidence },
  secondChoiceId: decision.runnerUp?.folderId ?? null,
})
