import { useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { callFunction } from './call-function.ts'
import { mailboxKeys } from './query-keys.ts'

const name = 'mail-webhook-management'
const Subscribed = z.object({ subscription: z.object({ id: z.string() }).nullable() })

interface RealTimeChange {
  mailboxId: string
  enable: boolean
}

/** Switches the sorting of new mail. The mailbox says whether it is on (`has_webhook`, `polling`). */
export function useChangeRealTime() {
  const client = useQueryClient()
  return useMutation({
    /** @returns whether the mailbox is polled from now on */
    mutationFn: async ({ mailboxId, enable }: RealTimeChange): Promise<boolean> => {
      if (enable)
        return (await callFunction(name, { action: 'subscribe', mailboxId }, Subscribed)).subscription === null
      await callFunction(name, { action: 'unsubscribe', mailboxId }, z.object({ success: z.literal(true) }))
      return false
    },
    onSettled: (_data, error) => {
      const fresh = client.invalidateQueries({ queryKey: mailboxKeys.all })
      // On success the switch stays busy until the new state is fetched. An error is shown immediately.
      return error ? undefined : fresh
    },
  })
}
