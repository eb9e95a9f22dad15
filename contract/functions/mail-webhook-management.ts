import { z } from 'zod'

export const MailWebhookManagementInput = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('subscribe'), mailboxId: z.uuid() }),
  z.strictObject({ action: z.literal('check-subscriptions'), mailboxId: z.uuid() }),
  z.strictObject({ action: z.literal('unsubscribe'), subscriptionId: z.string().min(1).max(128) }),
])
export type MailWebhookManagementInput = z.infer<typeof MailWebhookManagementInput>

const GraphSubscription = z.object({ id: z.string(), expires_at: z.iso.datetime({ offset: true }) })

export const MailWebhookManagementOutput = z.union([
  z.object({ success: z.literal(true), subscription: GraphSubscription }),
  z.object({ subscriptions: z.object({ graphSubscriptions: z.array(GraphSubscription) }) }),
  z.object({ success: z.literal(true) }),
])
export type MailWebhookManagementOutput = z.infer<typeof MailWebhookManagementOutput>
