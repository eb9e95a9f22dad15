import type { z } from 'zod'
import {
  MailWebhookManagementInput,
  MailWebhookManagementOutput,
} from '../../contract/functions/mail-webhook-management.ts'
import { functionRoute, perUser } from '../http/routing/route.ts'
import {
  findLiveSubscriptions,
  switchOnChangeNotifications,
  switchOffChangeNotifications,
} from './intake/switch-change-notifications.ts'

export const mailWebhookManagement = functionRoute('mail-webhook-management', {
  auth: 'user',
  limit: perUser(120, 'minute'),
  input: MailWebhookManagementInput,
  output: MailWebhookManagementOutput,
  async handle(ctx, { user: { userId }, input }): Promise<z.input<typeof MailWebhookManagementOutput>> {
    if (input.action === 'unsubscribe') {
      const { mailboxId, subscriptionId } = input
      await switchOffChangeNotifications(ctx, { userId, mailboxId, subscriptionId })
      return { success: true }
    }
    const at = { userId, mailboxId: input.mailboxId }
    if (input.action === 'subscribe') {
      const subscription = await switchOnChangeNotifications(ctx, at)
      return { success: true, subscription: subscription && shown(subscription) }
    }
    const { subscriptions, isPolled } = await findLiveSubscriptions(ctx, at)
    return { subscriptions: { graphSubscriptions: subscriptions.map(shown) }, polling: isPolled }
  },
})

const shown = ({ id, expiresAt }: { id: string; expiresAt: Date }) => ({ id, expires_at: expiresAt.toISOString() })
