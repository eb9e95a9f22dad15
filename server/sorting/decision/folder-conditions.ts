import {
  arranged,
  FolderConditionsInput,
  FolderConditionsOutput,
} from '../../../contract/functions/folder-conditions.ts'
import { maxConditions } from '../../../contract/limits.ts'
import type { Tx } from '../../db/database.ts'
import { publishLiveEvent } from '../../db/live-events.ts'
import { fail } from '../../errors.ts'
import { functionRoute, perUser } from '../../http/routing/route.ts'
import {
  conditionsOf,
  lockConditions,
  upsertCondition,
  saveConditionOrder,
  deleteCondition,
} from './condition-queries.ts'

/** The user's own conditions, which take precedence over the classifier. */
export const folderConditions = functionRoute('folder-conditions', {
  auth: 'user',
  limit: perUser(120, 'minute'),
  input: FolderConditionsInput,
  output: FolderConditionsOutput,
  async handle(ctx, { user: { userId }, input }): Promise<FolderConditionsOutput> {
    const { mailboxId } = input
    return ctx.db.asService(async (tx) => {
      if (!(await lockConditions(tx, { userId, mailboxId }))) fail('mailbox_not_found')
      if (input.action !== 'list') {
        await change(tx, input, ctx.clock.now())
        await publishLiveEvent(tx, userId, { type: 'mailbox', mailboxId })
      }
      return { conditions: await conditionsOf(tx, mailboxId) }
    })
  },
})

type Change = Exclude<FolderConditionsInput, { action: 'list' }>

async function change(tx: Tx, input: Change, now: Date): Promise<void> {
  const { mailboxId } = input
  if (input.action === 'add') {
    if (!(await upsertCondition(tx, { mailboxId, ...input.condition }, now))) fail('folder_not_found')
    if ((await conditionsOf(tx, mailboxId)).length > maxConditions) fail('too_many_conditions')
    return
  }
  if (input.action === 'remove') {
    if (!(await deleteCondition(tx, mailboxId, input.conditionId))) fail('condition_not_found')
    return
  }
  const order = arranged(await conditionsOf(tx, mailboxId), input.order)
  await saveConditionOrder(
    tx,
    mailboxId,
    order.map(({ id }) => id),
  )
}
