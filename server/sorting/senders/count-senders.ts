import { exactAddress } from '../../../contract/address.ts'
import { listIdOf } from '../../../packages/classifier/classifier.ts'
import type { MessageHeaders } from '../../vendors/mailbox/message.ts'
import { unsubscribeUrlOf } from './unsubscribe-url.ts'

/** The longest address that `app.senders` stores. */
const addressMaxLength = 320

interface CountedSender {
  address: string
  name: string
  last_at: Date
  list_id: string | null
  unsubscribe_url: string | null
}

interface CountedDay {
  address: string
  day: string
  emails: number
  read: number
}

/** What a page of a folder says about its senders. Drafts, emails without a sender, and the user's own do not count. */
export function countSenders(
  messages: readonly MessageHeaders[],
  { own, until }: { own: string; until: Date },
): { senders: CountedSender[]; days: CountedDay[] } {
  const senders = new Map<string, CountedSender>()
  const counted = new Map<string, CountedDay>()
  for (const { from, receivedAt, isRead, isDraft, headers } of messages) {
    const address = exactAddress(from?.address ?? '')
    // A date of the future would make its sender the latest one for years.
    if (isDraft || address === '' || address.length > addressMaxLength || address === own || receivedAt > until)
      continue
    const before = senders.get(address)
    const isNewest = before === undefined || receivedAt >= before.last_at
    senders.set(address, {
      address,
      name: isNewest ? (from?.name ?? '') : before.name,
      last_at: isNewest ? receivedAt : before.last_at,
      list_id: listIdOf(headers) || (before?.list_id ?? null),
      unsubscribe_url: unsubscribeUrlOf(headers) ?? before?.unsubscribe_url ?? null,
    })
    const day = receivedAt.toISOString().slice(0, 10)
    const key = `${day} ${address}`
    const { emails, read } = counted.get(key) ?? { emails: 0, read: 0 }
    counted.set(key, { address, day, emails: emails + 1, read: read + (isRead ? 1 : 0) })
  }
  return { senders: [...senders.values()], days: [...counted.values()] }
}
