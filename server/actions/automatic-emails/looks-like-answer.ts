import type { Tx } from '../../db/database.ts'
import {
  confirmsReceipt,
  declaresAutomaticAnswer,
  hasRequestNumber,
  isAutomaticAnswer,
  reportsAbsence,
} from '../../mail/messages/acknowledgements.ts'
import { organizationOf } from '../../mail/people/organization.ts'
import { ownWordsOf, subjectAnswers, subjectCore } from '../../mail/messages/subject-marks.ts'
import type { Message } from '../../vendors/mailbox/message.ts'
import { findOwnAddresses } from '../runner/own-address-queries.ts'
import { answersInTurn, findAnswerChain, isSoonAfter, type RecentForward } from './answer-chain.ts'
import { hasContent, isNote } from './is-note.ts'
import { findEarlierEmails, findRecentForwards, type AboutEmail, type EarlierEmail } from './recent-forward-queries.ts'

/** A note (see `isNote`) waits for its user if it comes so soon after a forward, and its sender was silent before. */
const unknownNoteWithinMs = 2 * 60_000
const knownNoteWithinMs = 60_000
const silentMs = 30 * 60_000

/**
 * Whether an email that names no forward probably answers one of the last hours: one strong sign, or two others, in
 * its subject, its text, its sender and the time.
 */
export async function looksLikeAnswer(tx: Tx, about: AboutEmail, message: Message, now: Date): Promise<boolean> {
  const { receivedAt } = message
  const forwards = await findRecentForwards(tx, about, receivedAt)
  if (forwards.length === 0) return false
  const signs = findSigns(forwards, message, { now, ownAddresses: await findOwnAddresses(tx, about.userId) })
  if (signs.isAnswer) return true
  const exceptLogIds = [about.logId, ...signs.turns.map(({ logId }) => logId)]
  const known = { organization: organizationOf(message.from?.address ?? ''), exceptLogIds }
  const earlier = await findEarlierEmails(tx, about.userId, known, now)
  return dependsOnSender(signs, earlier) || isSilentSender(signs, earlier, receivedAt)
}

/** Exchange Online adds its domain to the ids of emails, Outlook.com as well. */
const outlookId = /\.outlook\.com>/i

interface Signs {
  isAnswer: boolean
  /** It says that an email has arrived, or that its author is away. */
  confirms: boolean
  /** The forward of another sender's email that a note follows, see `isNote`. */
  noteAfter: RecentForward | null
  /** See `findAnswerChain`. */
  turns: RecentForward[]
}

type Email = Pick<
  Message,
  'subject' | 'from' | 'receivedAt' | 'text' | 'headers' | 'attachmentNames' | 'hasAttachments'
>

export function findSigns(
  forwards: readonly RecentForward[],
  email: Email,
  { now, ownAddresses }: { now: Date; ownAddresses: readonly string[] },
): Signs {
  const subject = email.subject ?? ''
  const sender = email.from?.address.toLowerCase() ?? ''
  const organization = organizationOf(sender)
  const { core } = subjectCore(subject)
  const named = `${email.headers['in-reply-to'] ?? ''}${email.headers['references'] ?? ''}`
  const namesIds = /</.test(named)
  // One that Outlook has sent and that is no forward: it answers another email of the user.
  const namesOwnEmail = outlookId.test(named)
  // Colleagues of the user and of the recipient write about the same cases all day, with their numbers or words.
  const isColleague = ownAddresses.some((address) => organizationOf(address) === organization)
  const isByRecipient = (address: string): boolean => !isColleague && organizationOf(address) === organization
  const isOwn = (forward: RecentForward): boolean =>
    isColleague ? forward.sender.toLowerCase() === sender : organizationOf(forward.sender) === organization
  const isOther = (forward: RecentForward): boolean => !isOwn(forward) || isByRecipient(forward.address)
  const hasCore = (forward: RecentForward): boolean => core !== '' && subjectCore(forward.subject).core === core
  // Its sender has sent the subject back before.
  const oldest = forwards.findLast(hasCore)
  // The absence rules of colleagues, whose Exchange is the user's, set a header.
  const isAway = !isColleague && reportsAbsence(email.text)
  const says = !namesOwnEmail && (isAway || isAutomaticAnswer(email.text))
  // A supplier thanks for a request as well, and sends the offer.
  const saysMore = hasContent(email) && !declaresAutomaticAnswer(email.text)
  const isAgain =
    oldest !== undefined &&
    isOther(oldest) &&
    forwards.some((forward) => isOwn(forward) && hasCore(forward)) &&
    !saysMore
  const references = forwards.map((forward) => {
    const original = subjectCore(forward.subject)
    const strength = subjectAnswers(subject, original.core)
    const own = ownWordsOf(subject, strength === null ? '' : original.core)
    const byRecipient = isByRecipient(forward.address)
    const isFromOutside = organizationOf(forward.sender) !== organization || byRecipient
    const hasWords = strength === 'words' && (isColleague || byRecipient)
    const quotes = isFromOutside && (hasWords || (strength !== null && strength !== 'words') || hasCore(forward))
    const confirms = says || confirmsReceipt(own)
    const acknowledges = confirms || hasRequestNumber(own)
    // All replies to an email of several recipients name its id.
    const replies = strength === 'email' && isFromOutside && !(namesIds && original.hasMark) && !namesOwnEmail
    return {
      forward,
      confirms: confirms && isOther(forward) && !namesIds && !saysMore,
      isAnswer: strength === 'forward' || replies || [quotes, acknowledges, byRecipient].filter(Boolean).length > 1,
    }
  })
  const arrival = { receivedAt: email.receivedAt, processedAt: now }
  const before = forwards.find((forward) => isOther(forward) && isSoonAfter(arrival, forward))
  return {
    isAnswer: isAgain || references.some(({ isAnswer }) => isAnswer),
    confirms: references.some(({ confirms }) => confirms),
    noteAfter: before && !namesIds && isNote(email, forwards, isOther) ? before : null,
    turns: longestChain(forwards, arrival, { isOwn, isOther }),
  }
}

function longestChain(
  forwards: readonly RecentForward[],
  email: Parameters<typeof findAnswerChain>[1],
  options: Parameters<typeof findAnswerChain>[2],
): RecentForward[] {
  const toEach = Map.groupBy(forwards, ({ address }) => address).values()
  const chains = [...toEach].map((all) => findAnswerChain(all, email, options))
  return chains.reduce((longest, chain) => (chain.length > longest.length ? chain : longest), [])
}

/** What depends on the sender's earlier emails. */
export function dependsOnSender({ confirms, turns }: Signs, earlier: readonly EarlierEmail[]): boolean {
  // A help desk or a shop that reports requests all the time answers nothing.
  if (confirms && !earlier.some(({ subject }) => confirmsReceipt(subject) || hasRequestNumber(subject))) return true
  return turns.length >= (earlier.length > 0 ? answersInTurn.known : answersInTurn.unknown)
}

/** Whether a note is the first email of its sender for a while, and came as soon after a forward as answers do. */
function isSilentSender({ noteAfter }: Signs, earlier: readonly EarlierEmail[], receivedAt: Date): boolean {
  if (noteAfter === null) return false
  const msSince = (date: Date): number => receivedAt.getTime() - date.getTime()
  return (
    msSince(noteAfter.countedAt) <= (earlier.length > 0 ? knownNoteWithinMs : unknownNoteWithinMs) &&
    earlier.every(({ processedAt }) => msSince(processedAt) >= silentMs)
  )
}
