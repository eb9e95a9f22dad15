import type { Tx } from '../../db/database.ts'
import { confirmsReceipt, hasRequestNumber } from '../../mail/acknowledgements.ts'
import { organizationOf } from '../../mail/organization.ts'
import { subjectAnswers, subjectCore } from '../../mail/subject-marks.ts'
import type { GraphMessage } from '../../vendors/graph.ts'
import { findOwnAddresses } from '../run-message-queries.ts'
import { findAnswerChain, type RecentForward } from './answer-chain.ts'
import { findRecentForwards, findSenderHistory, type AboutEmail, type SenderHistory } from './recent-forward-queries.ts'

/** The same where its subject and its sender only suggest that. */
const acknowledgementMs = 15 * 60_000
/**
 * Emails of one sender that are forwarded although each arrives soon after the forward before: within
 * `acknowledgementMs` from a sender who was unknown, within a minute from others.
 */
const answersInTurn = { unknown: 3, known: 10, knownWithinMs: 60_000 }

/**
 * Whether an email that names no forward probably answers one of the last minutes, by its subject, its sender and the
 * time. The less its subject shows, the more the sender has to: an organization that got a forward, a sender who was
 * unknown before, or one whose emails follow forwards in turn.
 */
export async function looksLikeAnswer(
  tx: Tx,
  about: AboutEmail,
  { subject, from, receivedAt }: Pick<GraphMessage, 'subject' | 'from' | 'receivedAt'>,
  now: Date,
): Promise<boolean> {
  const forwards = await findRecentForwards(tx, about, receivedAt)
  const email = { subject: subject ?? '', sender: from?.address ?? '', receivedAt, processedAt: now }
  const evidence = collectEvidence(forwards, email, await findOwnAddresses(tx, about.userId))
  if (evidence === 'none' || evidence === 'certain') return evidence === 'certain'
  const exceptLogIds = [about.logId, ...evidence.chain.map(({ logId }) => logId)]
  const known = { organization: organizationOf(email.sender), exceptLogIds }
  return isAnswerOf(evidence, await findSenderHistory(tx, about.userId, known, now))
}

/** What depends on the sender. */
interface Evidence {
  /** The subject quotes that of another sender's email, as a reply or an acknowledgement does. */
  quotesEmail: boolean
  confirmsReceipt: boolean
  /** The longest one to one recipient, and the length of the one whose emails came within a minute each. */
  chain: RecentForward[]
  promptLength: number
}

type Email = Pick<RecentForward, 'subject' | 'sender' | 'receivedAt' | 'processedAt'>

export function collectEvidence(
  forwards: readonly RecentForward[],
  email: Email,
  ownAddresses: readonly string[],
): Evidence | 'none' | 'certain' {
  const newest = forwards.filter(
    ({ countedAt }) => email.receivedAt.getTime() - countedAt.getTime() <= acknowledgementMs,
  )
  if (newest.length === 0) return 'none'
  const organization = organizationOf(email.sender)
  const confirms = confirmsReceipt(email.subject)
  const hasNumber = hasRequestNumber(email.subject)
  // Colleagues of the user and of the recipient write about the same cases all day, with their numbers or words.
  const isColleague = ownAddresses.some((address) => organizationOf(address) === organization)
  const { core } = subjectCore(email.subject)
  const references = newest.map(({ subject, address, sender }) => ({
    strength: subjectAnswers(email.subject, subjectCore(subject).core),
    hasSameSubject: core !== '' && core === subjectCore(subject).core,
    isByRecipient: organizationOf(address) === organization,
    isByOther: organizationOf(sender) !== organization,
  }))
  const isCertain = references.some(({ strength, hasSameSubject, isByRecipient, isByOther }) => {
    if (strength === 'forward' || !isByRecipient) return strength === 'forward'
    // An alias of the recipient that passes the email back.
    if (hasSameSubject && isByOther && !isColleague) return true
    if (confirms || strength === 'email') return true
    return isColleague ? hasNumber && strength === 'words' : hasNumber || strength === 'words'
  })
  if (isCertain) return 'certain'
  return {
    quotesEmail: references.some(({ strength, isByOther }) => strength === 'email' && isByOther),
    confirmsReceipt: confirms,
    chain: longestChain(forwards, email, acknowledgementMs),
    promptLength: longestChain(forwards, email, answersInTurn.knownWithinMs).length,
  }
}

function longestChain(forwards: readonly RecentForward[], email: Email, withinMs: number): RecentForward[] {
  const toEach = Map.groupBy(forwards, ({ address }) => address).values()
  const chains = [...toEach].map((all) => findAnswerChain(all, email, withinMs))
  return chains.reduce((longest, chain) => (chain.length > longest.length ? chain : longest), [])
}

export function isAnswerOf(
  { quotesEmail, confirmsReceipt: confirms, chain, promptLength }: Evidence,
  { wroteBefore, answeredBefore }: SenderHistory,
): boolean {
  if (confirms && (answeredBefore || quotesEmail)) return true
  if (wroteBefore && !answeredBefore) return promptLength >= answersInTurn.known
  return quotesEmail || chain.length >= answersInTurn.unknown
}
