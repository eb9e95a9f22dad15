import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { TidyUpEmail, TidyUpPress } from '../../../contract/functions/tidy-up.ts'
import { maxTidyUpMessagesPerCall } from '../../../contract/limits.ts'
import { pressesQuery, requestPresses } from '../../api/tidy-up.ts'
import { senderOf } from './group-emails.ts'

/** Requests a change of the presses of a mailbox, and shows them at once. */
export function usePressRequest() {
  const client = useQueryClient()
  return async (input: Parameters<typeof requestPresses>[0]): Promise<TidyUpPress[]> => {
    const { queryKey } = pressesQuery(input.mailboxId)
    // A response to an earlier request would show the previous state.
    await client.cancelQueries({ queryKey })
    const presses = await requestPresses(input)
    client.setQueryData(queryKey, presses)
    return presses
  }
}

/** Runs one call after the other: the answer names the newest press, which must be that of the call. */
export function useOrder() {
  const last = useRef<Promise<unknown>>(Promise.resolve())
  return <Result>(call: () => Promise<Result>): Promise<Result> => {
    const next = last.current.then(call)
    last.current = next.catch(() => undefined)
    return next
  }
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
