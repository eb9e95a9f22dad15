import type { KnownLocation } from './manual-move-queries.ts'

/** Rules of the mailbox act on arrival: a message that appears in a folder later than this was moved by hand. */
const outlookRuleWindowMs = 60 * 60_000

/** Who moved a message into the folder where a check has found it, and from where. */
type MoveOrigin =
  /** We moved it there, or it is known to be there. */
  | { how: 'known' }
  /** It is being processed or moved: the check is repeated. */
  | { how: 'in-progress' }
  /** The user moved it by hand; from the inbox where `from` is null. */
  | { how: 'by-hand'; from: string | null }
  /** No earlier location is known: a rule of the mailbox may have moved it, so nothing is learned from it. */
  | { how: 'origin-unknown' }

/** A move that is recorded. */
export type RecordedOrigin = Extract<MoveOrigin, { how: 'by-hand' | 'origin-unknown' }>

/** Whether an earlier location is known without an earlier check of the folder. */
export const hasKnownOrigin = (location: KnownLocation): boolean =>
  (location.logId !== null && location.isDecided) || location.learnedFolderId !== null

/**
 * Pure. Compares where the message is with the processing log (where we moved or left it) and the training examples
 * (where it was when the classifier learned from it).
 * @param at.checkedAt time of the previous check, when the message was not in the folder
 */
export function classifyMove(
  location: KnownLocation,
  at: { folderId: string; receivedAt: Date | null; checkedAt: Date | null },
): MoveOrigin {
  if (location.status === 'processing' || location.hasRequestedMove) return { how: 'in-progress' }
  // Without a move the message is in the inbox, whatever folder was decided. One that is only tagged is there, too.
  const filedInto = location.status === 'processed' && location.isMoved ? location.targetFolderId : null
  const movedInto = location.staysInInbox ? null : filedInto
  if (movedInto === at.folderId) return { how: 'known' }
  // The origin is unknown if there is no log row, or if the message left the inbox before we decided.
  const hasNoOrigin = location.logId === null || (location.reason === 'user_moved' && !location.isDecided)
  if (!hasNoOrigin) return { how: 'by-hand', from: filedInto === at.folderId ? null : filedInto }
  if (location.learnedFolderId === at.folderId) return { how: 'known' }
  if (location.learnedFolderId !== null) return { how: 'by-hand', from: location.learnedFolderId }
  const { receivedAt, checkedAt } = at
  const isAfterRules =
    receivedAt !== null && checkedAt !== null && checkedAt.getTime() - receivedAt.getTime() > outlookRuleWindowMs
  return isAfterRules ? { how: 'by-hand', from: null } : { how: 'origin-unknown' }
}
