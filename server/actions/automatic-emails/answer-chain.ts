import { organizationOf } from '../../mail/organization.ts'

/** A forward of the last hour, and the email that was forwarded. */
export interface RecentForward {
  logId: string
  /** Recipient. */
  address: string
  countedAt: Date
  sender: string
  subject: string
  receivedAt: Date
  /** When its row of the history was made. */
  processedAt: Date
}

type Arrival = Pick<RecentForward, 'receivedAt' | 'processedAt'>

/** Times of receipt have whole seconds, and their clock is not ours. */
const clockGraceMs = 2000

/** Whether an email came after this forward, soon enough to be its answer. */
function isSoonAfter({ receivedAt, processedAt }: Arrival, forward: RecentForward, withinMs: number): boolean {
  const ms = receivedAt.getTime() - forward.countedAt.getTime()
  return processedAt > forward.countedAt && ms >= -clockGraceMs && ms <= withinMs
}

/**
 * The forwards to one recipient that this email continues like a conversation of two programs: each was of an email
 * of the same sender, and each of these emails was received shortly after the forward before it, the first one after
 * the forward of another sender's email. Newest first; emails that arrive together count once.
 * @param forwards to one recipient, newest first
 */
export function findAnswerChain(
  forwards: readonly RecentForward[],
  email: Arrival & Pick<RecentForward, 'sender'>,
  withinMs: number,
): RecentForward[] {
  const organization = organizationOf(email.sender)
  const isOwn = (forward: RecentForward): boolean => organizationOf(forward.sender) === organization
  const chain: RecentForward[] = []
  let first: Arrival = email
  for (const forward of forwards) {
    if (!isOwn(forward) || !isSoonAfter(first, forward, withinMs)) continue
    chain.push(forward)
    first = forward
  }
  return forwards.some((forward) => !isOwn(forward) && isSoonAfter(first, forward, withinMs)) ? chain : []
}
