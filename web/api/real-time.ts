import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { callFunction } from './call-function.ts'
import { mailboxKeys } from './mailboxes.ts'

const name = 'mail-webhook-management'
const Subscription = z.object({ id: z.string() })
const Check = z.object({ subscriptions: z.object({ graphSubscriptions: z.array(Subscription) }) })

export const realTimeKeys = { of: (mailboxId: string) => ['real-time', mailboxId] } as const

/** Id of the mailbox's Graph subscription, null if change notifications are off. */
export const realTimeQuery = (mailboxId: string) =>
  queryOptions({
    queryKey: realTimeKeys.of(mailboxId),
    queryFn: async (): Promise<string | null> => {
      const { subscriptions } = await callFunction(name, { action: 'check-subscriptions', mailboxId }, Check)
      return subscriptions.graphSubscriptions[0]?.id ?? null
    },
  })

type RealTimeChange = { turn: 'on'; mailboxId: string } | { turn: 'off'; mailboxId: string; subscriptionId: string }

export function useChangeRealTime() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (change: RealTimeChange): Promise<void> => {
      if (change.turn === 'on') {
        await callFunction(
          name,
          { action: 'subscribe', mailboxId: change.mailboxId },
          z.object({ subscription: Subscription }),
        )
      } else {
        await callFunction(
          name,
          { action: 'unsubscribe', subscriptionId: change.subscriptionId },
          z.object({ success: z.literal(true) }),
        )
      }
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
