import type { QueryClient } from '@tanstack/react-query'
import type { TidyUpEmail, TidyUpPress } from '../../../contract/functions/tidy-up.ts'
import { maxTidyUpMessagesPerCall } from '../../../contract/limits.ts'
import { pressesQuery, requestPresses } from '../../api/tidy-up.ts'
import { senderOf } from './group-emails.ts'

let last: Promise<unknown> = Promise.resolve()

/**
 * Requests a change of the presses of a mailbox, and shows them at once. One request after the other: the answer names
 * the newest press, which must be that of the call.
 */
export function requestPress(client: QueryClient, input: Parameters<typeof requestPresses>[0]): Promise<TidyUpPress[]> {
  const next = last.then(async () => {
    const presses = await requestPresses(input)
    const { queryKey } = pressesQuery(input.mailboxId)
    // The response to a request from before the change would show the former state.
    await client.cancelQueries({ queryKey })
    client.setQueryData(queryKey, presses)
    return presses
  })
  last = next.catch(() => undefined)
  return next
}

interface Call<Email extends TidyUpEmail> {
  emails: Email[]
  /** Some of the emails of their senders: nothing is learned about the sender. */
  isPart: boolean
}

/** The calls that a press takes: senders of which it covers each email are separate. @param all that are asked about */
export function callsFor<Email extends TidyUpEmail>(
  pressed: readonly Email[],
  all: readonly TidyUpEmail[],
): Call<Email>[] {
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
