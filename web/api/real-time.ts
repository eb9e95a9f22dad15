import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { callFunction } from './call-function.ts'
import { mailboxKeys, realTimeKeys } from './query-keys.ts'

const name = 'mail-webhook-management'
const Subscription = z.object({ id: z.string() })
const Check = z.object({
  subscriptions: z.object({ graphSubscriptions: z.array(Subscription) }),
  polling: z.boolean(),
})

/** How new mail of a mailbox is found; null if it is not sorted. */
type NewMailSource = { subscriptionId: string } | 'polling' | null

export const realTimeQuery = (mailboxId: string) =>
  queryOptions({
    queryKey: realTimeKeys.of(mailboxId),
    queryFn: async (): Promise<NewMailSource> => {
      const { subscriptions, polling } = await callFunction(name, { action: 'check-subscriptions', mailboxId }, Check)
      const [subscription] = subscriptions.graphSubscriptions
      return subscription ? { subscriptionId: subscription.id } : polling ? 'polling' : null
    },
  })

type RealTimeChange =
  | { turn: 'on'; mailboxId: string }
  | { turn: 'off'; mailboxId: string; source: { subscriptionId: string } | 'polling' }

export function useChangeRealTime() {
  const client = useQueryClient()
  return useMutation({
    /** @returns whether the mailbox is polled from now on */
    mutationFn: async (change: RealTimeChange): Promise<boolean> => {
      if (change.turn === 'on') {
        const { subscription } = await callFunction(
          name,
          { action: 'subscribe', mailboxId: change.mailboxId },
          z.object({ subscription: Subscription.nullable() }),
        )
        return subscription === null
      }
      const target = change.source === 'polling' ? { mailboxId: change.mailboxId } : change.source
      await callFunction(name, { action: 'unsubscribe', ...target }, z.object({ success: z.literal(true) }))
      return false
    },
    onSettled: (_data, error, change) => {
      const fresh = Promise.all([
        client.invalidateQueries({ queryKey: realTimeKeys.of(change.mailboxId) }),
        client.invalidateQueries({ queryKey: mailboxKeys.all }),
      ])
      // On success the switch stays busy until the new state is fetched. An error is shown immediately.
      return error ? undefined : fresh
    },
  })
}
