import { saveConversations } from '../../server/mail/people/follow-up-queries.ts'
import { createNotification } from '../../server/shared/notifications.ts'
import { actingMailbox } from './acting-mailbox.ts'
import type { OwnedField } from './function-inputs.ts'
import type { Visitor } from './outlook.ts'
import type { App } from './start-app.ts'

export interface Owner {
  who: Visitor
  mailbox: string
  ids: Record<OwnedField, string>
  /** Ids that all users share, by field. */
  shared: Record<string, unknown>
}

/** A user with something of each kind that a function can name. */
export async function ownerOfEverything(app: App): Promise<Owner> {
  const acting = await actingMailbox(app, ['draft_reply', 'ai_agent_action'])
  const { mailbox, who, folderId } = acting
  const { mailboxId } = mailbox
  await mailbox.call('mail-webhook-management', { action: 'subscribe', mailboxId })
  // One failed action is retried; the other one stays.
  const fault = { service: 'graph', method: 'POST', path: '/createReply$', status: 403, times: 2 }
  await app.faults(fault)
  const mail = { from: 'anna@shop.example', subject: 'A question', text: 'Could you please tell us?' }
  await acting.sorted(mail)
  const { logId, messageId } = await acting.sorted(mail)
  await app.runDueJobs()
  await acting.configure('ai_agent_action', { prompt: 'Extract the order number.' })
  for (const value of ['power.example', 'water.example']) {
    const condition = { folderId, kind: 'domain', value }
    await mailbox.call('folder-conditions', { action: 'add', mailboxId, condition })
  }
  await mailbox.call('learn-examples', { action: 'learn', mailboxId, folderId, messageIds: [messageId] })
  await mailbox.call('sort-existing', { action: 'start', mailboxId, lastDays: null })
  await app.runDueJobs()
  const { userId } = who
  const key = 'a test'
  await app.ctx.db.asService((tx) =>
    createNotification(tx, { userId, kind: 'limit_near', key, count: 80, now: app.clock.now() }),
  )
  const press = { user_id: userId, mailbox_id: mailboxId, folder_id: folderId, is_part: false, state: 'done' } as const
  await app.ctx.db.asService((tx) =>
    tx
      .insertInto('app.tidy_up_presses')
      .values({ ...press, created_at: app.clock.now() })
      .execute(),
  )
  await mailbox.call('mailbox-settings', { action: 'save', mailboxId, followUpDays: 3 })
  const question = { state: 'question' as const, messageId, address: mail.from, name: null, subject: mail.subject }
  await app.ctx.db.asService((tx) =>
    saveConversations(tx, mailboxId, [{ conversationId: 'a', at: app.clock.now(), open: question }]),
  )
  const session = await mailbox.signInAgain()
  const [plan] = await mailbox.rows<{ id: string }[]>('plans?select=id&name=eq.Pro')
  const [addon] = await mailbox.rows<{ id: string }[]>('addons?select=id')
  const actionId = acting.actionId('ai_agent_action')
  const shared = { actionId, actionIds: [acting.actionId('draft_reply'), actionId], id: addon?.id, planId: plan?.id }
  const ids = await idsOf(app, userId)
  const owned = { folderId, parentFolderId: folderId, logId, mailboxId, messageIds: messageId, userId }
  const sessionId = String(
    JSON.parse(Buffer.from(session.accessToken.split('.')[1] ?? '', 'base64url').toString()).session_id,
  )
  return { who, mailbox: mailbox.email, ids: { ...ids, ...owned, sessionId }, shared }
}

async function idsOf(app: App, userId: string) {
  const first = (rows: { id: string }[]): string => rows[0]?.id ?? ''
  return app.ctx.db.asService(async (tx) => {
    const idIn = (
      table:
        | 'app.backfills'
        | 'app.corrections'
        | 'app.follow_ups'
        | 'email_action_runs'
        | 'notifications'
        | 'app.tidy_up_presses',
    ) => tx.selectFrom(table).select('id').where('user_id', '=', userId).orderBy('id').execute().then(first)
    const [subscription] = await tx
      .selectFrom('app.graph_subscriptions')
      .select('provider_subscription_id as id')
      .where('user_id', '=', userId)
      .execute()
    // The second one, whose position an order of one condition would change.
    const [condition] = await tx
      .selectFrom('app.folder_conditions')
      .select('id')
      .where('user_id', '=', userId)
      .where('position', '=', 2)
      .execute()
    const conditionId = condition?.id ?? ''
    return {
      backfillId: await idIn('app.backfills'),
      conditionId,
      withoutCondition: conditionId,
      order: conditionId,
      pressId: await idIn('app.tidy_up_presses'),
      followUpId: await idIn('app.follow_ups'),
      learnedId: await idIn('app.corrections'),
      runId: await idIn('email_action_runs'),
      subscriptionId: subscription?.id ?? '',
      which: await idIn('notifications'),
    }
  })
}
