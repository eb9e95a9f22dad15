import { answeredForwardCores, subjectCore } from '../../mail/subject-marks.ts'
import type { Tx } from '../../db/database.ts'
import { messageMaxReferences } from '../../limits.ts'
import { hashSecret } from '../../sealed.ts'
import type { GraphMessage } from '../../vendors/graph.ts'
import { findForwardReferences, type ForwardMarks } from './automatic-email-queries.ts'

/** Per user, so that equal subjects of two users are not seen to be equal. */
const hashFor = (userId: string, text: string): Buffer => hashSecret(`${userId} ${text}`)

export const messageIdHash = (userId: string, id: string | null): Buffer | null =>
  id === null || id === '' ? null : hashFor(userId, id)

/** What is stored of a message that is forwarded. */
export function marksOfOriginal(
  userId: string,
  { internetMessageId, subject }: Pick<GraphMessage, 'internetMessageId' | 'subject'>,
): ForwardMarks {
  const { core } = subjectCore(subject ?? '')
  return {
    originalIdHash: messageIdHash(userId, internetMessageId),
    subjectHash: core === '' ? null : hashFor(userId, core),
  }
}

/**
 * Whether a message answers a forward that an action of this user sent, from any address: a ticket
 * system, an absence rule, the recipient. Forwarding it would go round in circles. A message that names the id of a
 * forward does. One without such an id does if its subject is a forward's behind a mark or tag of an answer, or if the
 * recipient's organization answers at once, unless it continues the conversation of the message that was forwarded.
 */
export async function answersForward(
  tx: Tx,
  userId: string,
  { internetMessageId, headers, subject, from, receivedAt }: GraphMessage,
  now: Date,
): Promise<boolean> {
  const named = `${headers['in-reply-to'] ?? ''} ${headers['references'] ?? ''}`.match(/<[^<>\s]+>/g) ?? []
  const ids = [...new Set([...(internetMessageId === null ? [] : [internetMessageId]), ...named])]
  const { core, hasMark } = subjectCore(subject ?? '')
  const about = {
    userId,
    idHashes: ids.slice(-messageMaxReferences).map((id) => hashFor(userId, id)),
    answeredSubjectHashes: answeredForwardCores(subject ?? '').map((each) => hashFor(userId, each)),
    markedSubjectHash: hasMark && core !== '' ? hashFor(userId, core) : null,
    receivedAt,
  }
  const { namesForward, namesOriginal, answersSubject, recentlyTo } = await findForwardReferences(tx, about, now)
  if (namesForward) return true
  if (namesOriginal) return false
  return answersSubject || recentlyTo.some((address) => isOfSameOrganization(address, from?.address ?? ''))
}

/** Addresses of one domain, or of a domain and one below it. */
function isOfSameOrganization(address: string, other: string): boolean {
  const [mine = '', theirs = ''] = [address, other].map((each) => each.slice(each.lastIndexOf('@') + 1).toLowerCase())
  if (mine === '' || theirs === '') return false
  return mine === theirs || mine.endsWith(`.${theirs}`) || theirs.endsWith(`.${mine}`)
}
