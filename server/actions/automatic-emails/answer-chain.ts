/** Emails of one sender that are forwarded although each arrives soon after the forward before. */
export const answersInTurn = { unknown: 3, known: 10, withinMs: 15 * 60_000 }

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
export function isSoonAfter({ receivedAt, processedAt }: Arrival, forward: RecentForward): boolean {
  const ms = receivedAt.getTime() - forward.countedAt.getTime()
  return processedAt > forward.countedAt && ms >= -clockGraceMs && ms <= answersInTurn.withinMs
}

interface ChainOptions {
  isOwn: (forward: RecentForward) => boolean
  isOther: (forward: RecentForward) => boolean
}

/**
 * The forwards to one recipient that this email continues like a conversation of two programs: each was of an email
 * of the same sender, and each of these emails was received shortly after the forward before it, the first one after
 * the forward of another sender's email. Newest first; emails that arrive together count once.
 * @param forwards to one recipient, newest first
 */
export function findAnswerChain(
  forwards: readonly RecentForward[],
  email: Arrival,
  { isOwn, isOther }: ChainOptions,
): RecentForward[] {
  const chain: RecentForward[] = []
  let first: Arrival = email
  for (const forward of forwards) {
    if (!isOwn(forward) || !isSoonAfter(first, forward)) continue
    chain.push(forward)
    first = forward
  }
  const rest = forwards.filter((forward) => !chain.includes(forward))
  return rest.some((forward) => isOther(forward) && isSoonAfter(first, forward)) ? chain : []
}
