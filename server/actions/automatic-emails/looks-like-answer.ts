import type { Tx } from '../../db/database.ts'
import { acknowledgementMs, answersInTurn } from '../../limits.ts'
import { confirmsReceipt, hasRequestNumber } from '../../mail/acknowledgements.ts'
import { organizationOf } from '../../mail/organization.ts'
import { subjectAnswers, subjectCore } from '../../mail/subject-marks.ts'
import type { GraphMessage } from '../../vendors/graph.ts'
import { findAnswerChain, type RecentForward } from './answer-chain.ts'
import { findRecentForwards, findSenderHistory, type AboutEmail } from './recent-forward-queries.ts'

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
  const newest = forwards.filter(({ countedAt }) => receivedAt.getTime() - countedAt.getTime() <= acknowledgementMs)
  if (newest.length === 0) return false
  const organization = organizationOf(from?.address ?? '')
  const line = subject ?? ''
  const acknowledges = hasRequestNumber(line) || confirmsReceipt(line)
  const references = newest.map((forward) => ({
    strength: subjectAnswers(line, subjectCore(forward.subject).core),
    isByRecipient: organizationOf(forward.address) === organization,
    isBySender: organizationOf(forward.sender) === organization,
  }))
  if (references.some(({ strength }) => strength === 'forward')) return true
  if (references.some(({ strength, isByRecipient }) => isByRecipient && (acknowledges || strength !== null)))
    return true

  const chainWithin = (ms: number): RecentForward[] => {
    const email = { sender: from?.address ?? '', receivedAt, processedAt: now }
    const chains = [...Map.groupBy(forwards, ({ address }) => address).values()].map((all) =>
      findAnswerChain(all, email, ms),
    )
    return chains.reduce((longest, chain) => (chain.length > longest.length ? chain : longest), [])
  }
  const chain = chainWithin(acknowledgementMs)
  const known = { organization, exceptLogIds: [about.logId, ...chain.map(({ logId }) => logId)] }
  const { wroteBefore, answeredBefore } = await findSenderHistory(tx, about.userId, known, now)
  if (answeredBefore && confirmsReceipt(line)) return true
  if (wroteBefore && !answeredBefore) return chainWithin(answersInTurn.knownWithinMs).length >= answersInTurn.known
  return (
    chain.length >= answersInTurn.unknown ||
    references.some(({ strength, isBySender }) => strength === 'email' && !isBySender)
  )
}
