import type { KnownPlace } from './folder-watch-queries.ts'

/** How a mail came into the folder where a look has found it. */
export type Came =
  /** We put it there, or know already that it is there. */
  | { how: 'known' }
  /** Somebody is just about to move it: look again later. */
  | { how: 'under-way' }
  /** The user moved it by hand; from the inbox where `from` is null. */
  | { how: 'by-hand'; from: string | null }
  /** It was never seen anywhere else: a rule of Outlook's may have put it there, and a rule teaches nothing. */
  | { how: 'filed' }

/** A mail of which nothing is known and that arrived so long before the last look was moved since: rules act when mail arrives. */
const rulesTakeMs = 60 * 60_000

/** Whether it is known that it was elsewhere before, also without a look at the folder then. */
export const wasElsewhere = (place: KnownPlace): boolean =>
  (place.logId !== null && place.isDecided) || place.learnedFolderId !== null

/**
 * Pure. The ledger says where we put a mail, or that we left it in the inbox; what the classifier learned from says where it was before.
 * @param at.lookedAt the look before this one: the mail was not in the folder then
 */
export function howItCame(
  place: KnownPlace,
  at: { folderId: string; receivedAt: Date | null; lookedAt: Date | null },
): Came {
  if (place.status === 'processing' || place.isAsked) return { how: 'under-way' }
  // Decided for a folder that it never came into, it lies in the inbox.
  const putInto = place.status === 'processed' && place.isMoved ? place.targetFolderId : null
  if (putInto === at.folderId) return { how: 'known' }
  // It had left the inbox before we looked: where it went, and by whom, was not seen.
  const wasNeverSeen = place.logId === null || (place.reason === 'user_moved' && !place.isDecided)
  if (!wasNeverSeen) return { how: 'by-hand', from: putInto }
  if (place.learnedFolderId === at.folderId) return { how: 'known' }
  if (place.learnedFolderId !== null) return { how: 'by-hand', from: place.learnedFolderId }
  const { receivedAt, lookedAt } = at
  const isOld = receivedAt !== null && lookedAt !== null && lookedAt.getTime() - receivedAt.getTime() > rulesTakeMs
  return isOld ? { how: 'by-hand', from: null } : { how: 'filed' }
}
