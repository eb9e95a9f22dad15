import type { TidyUpEmail } from '../../../contract/functions/tidy-up.ts'
import { maxTidyUpMessagesPerCall } from '../../../contract/limits.ts'
import { senderOf } from './group-emails.ts'

interface Call {
  emails: TidyUpEmail[]
  /** Some of the emails of their senders: nothing is learned about the sender. */
  isPart: boolean
}

/** The calls that a press takes: senders of which it covers each email are separate. @param all of the inbox */
export function callsFor(pressed: readonly TidyUpEmail[], all: readonly TidyUpEmail[]): Call[] {
  const sizes = new Map([...Map.groupBy(all, senderOf)].map(([sender, emails]) => [sender, emails.length]))
  const covered = Map.groupBy(pressed, senderOf)
  const isWhole = (email: TidyUpEmail): boolean => {
    const sender = senderOf(email)
    return (covered.get(sender)?.length ?? 0) >= (sizes.get(sender) ?? 0)
  }
  return [...Map.groupBy(pressed, isWhole)].flatMap(([whole, emails]) =>
    Array.from({ length: Math.ceil(emails.length / maxTidyUpMessagesPerCall) }, (_, index) => ({
      emails: emails.slice(index * maxTidyUpMessagesPerCall, (index + 1) * maxTidyUpMessagesPerCall),
      isPart: !whole,
    })),
  )
}
