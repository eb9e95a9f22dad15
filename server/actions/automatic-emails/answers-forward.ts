import { answeredForwardCores, subjectCore } from '../../mail/messages/subject-marks.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { hashSecret } from '../../sealed.ts'
import type { Message } from '../../vendors/mailbox/message.ts'
import { findForwardReferences, type ForwardMarks } from './automatic-email-queries.ts'
import { organizationOf } from '../../mail/people/organization.ts'
import { quotesForwardComment } from './forward-comment.ts'
import { hasFiles } from './is-note.ts'
import { looksLikeAnswer } from './looks-like-answer.ts'
import type { AboutEmail } from './recent-forward-queries.ts'

/** Ids that a message names and that are looked up, the last ones. */
const messageMaxReferences = 100

/** Per user, so that equal subjects of two users are not seen to be equal. */
const hashFor = (userId: string, text: string): Buffer => hashSecret(`${userId} ${text}`)

export const messageIdHash = (userId: string, id: string | null): Buffer | null =>
  id === null || id === '' ? null : hashFor(userId, id)

/** What is stored of a message that is forwarded. */
export function marksOfOriginal(
  userId: string,
  { internetMessageId, subject }: Pick<Message, 'internetMessageId' | 'subject'>,
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
 * forward or quotes its comment does. One without does if its subject is a forward's behind a mark or tag of an answer,
 * or if `looksLikeAnswer`, unless it continues the conversation of the message that was forwarded.
 * The user can run the action nevertheless.
 */
export async function answersForward(
  ctx: Pick<Context, 'clock' | 'config'>,
  tx: Tx,
  about: AboutEmail,
  message: Message,
): Promise<boolean> {
  if (about.isRequested === true) return false
  if (quotesForwardComment(ctx, message.text)) return true
  const { userId } = about
  const { internetMessageId, headers, subject, receivedAt } = message
  const named = `${headers['in-reply-to'] ?? ''} ${headers['references'] ?? ''}`.match(/<[^<>\s]+>/g) ?? []
  const ids = [...new Set([...(internetMessageId === null ? [] : [internetMessageId]), ...named])]
  const now = ctx.clock.now()
  const { core, hasMark } = subjectCore(subject ?? '')
  const marks = {
    userId,
    idHashes: ids.slice(-messageMaxReferences).map((id) => hashFor(userId, id)),
    answeredSubjectHashes: answeredForwardCores(subject ?? '').map((each) => hashFor(userId, each)),
    // Programs of people name what they answer, except some where a person passes a file on.
    subjectHash: hasMark && core !== '' && named.length === 0 && !hasFiles(message) ? hashFor(userId, core) : null,
    receivedAt,
  }
  const { namesForward, namesOriginal, answersSubject, sendersOfSubject } = await findForwardReferences(tx, marks, now)
  if (namesForward || namesOriginal) return namesForward
  const organization = organizationOf(message.from?.address ?? '')
  if (answersSubject || sendersOfSubject.some((sender) => organizationOf(sender) !== organization)) return true
  return looksLikeAnswer(tx, about, message, now)
}
