import { z } from 'zod'

export const MailWebhookManagementInput = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('subscribe'), mailboxId: z.uuid() }),
  z.strictObject({ action: z.literal('check-subscriptions'), mailboxId: z.uuid() }),
  z
    .strictObject({
      action: z.literal('unsubscribe'),
      subscriptionId: z.string().min(1).max(128).optional(),
      /** For a mailbox that is polled, which has no subscription. */
      mailboxId: z.uuid().optional(),
    })
    .refine(
      ({ subscriptionId, mailboxId }) => (subscriptionId === undefined) !== (mailboxId === undefined),
      'subscriptionId or mailboxId is required',
    ),
])
export type MailWebhookManagementInput = z.infer<typeof MailWebhookManagementInput>

const GraphSubscription = z.object({ id: z.string(), expires_at: z.iso.datetime({ offset: true }) })

export const MailWebhookManagementOutput = z.union([
  /** Null where the mailbox is polled instead: Graph cannot reach this server. */
  z.object({ success: z.literal(true), subscription: GraphSubscription.nullable() }),
  z.object({
    subscriptions: z.object({ graphSubscriptions: z.array(GraphSubscription) }),
    polling: z.boolean(),
  }),
  z.object({ success: z.literal(true) }),
])
export type MailWebhookManagementOutput = z.infer<typeof MailWebhookManagementOutput>
