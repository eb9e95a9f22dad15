import type { z } from 'zod'
import {
  PreviewSortingInput,
  PreviewSortingOutput,
  type PreviewedMail,
} from '../../../contract/functions/preview-sorting.ts'
import { arranged, conditionValue, type FolderCondition } from '../../../contract/functions/folder-conditions.ts'
import { maxPreviewedMessages } from '../../../contract/limits.ts'
import type { RemoteContext } from '../../context.ts'
import { fail } from '../../errors.ts'
import { functionRoute, perUser } from '../../http/routing/route.ts'
import { withMailbox } from '../../mail/providers/with-mailbox.ts'
import { mapMailboxFailure } from '../../mail/access/mailbox-failure.ts'
import { type MailboxRow, findOwnMailbox } from '../../mail/mailboxes/mailbox-queries.ts'
import type { Message } from '../../vendors/mailbox/message.ts'
import { conditionsOf } from '../decision/condition-queries.ts'
import type { Condition } from '../decision/match-conditions.ts'
import { decide } from '../decision/decide.ts'
import { toMailToSort } from '../messages/mail-to-sort.ts'
import { withObserved } from '../../../packages/classifier/classifier.ts'
import { loadModel } from '../learning/load-model.ts'
import { knownAbout, placeOf } from './decision-context.ts'
import { newestLogs, type NewestLog } from '../log/newest-log-queries.ts'

/**
 * Decides about the latest emails twice, with the current and the changed conditions. Moves and counts nothing, and
 * calls no model.
 */
export const previewSorting = functionRoute('preview-sorting', {
  auth: 'user',
  limit: perUser(60, 'minute'),
  input: PreviewSortingInput,
  output: PreviewSortingOutput,
  async handle(ctx, { user: { userId }, input }): Promise<z.input<typeof PreviewSortingOutput>> {
    const at = { userId, mailboxId: input.mailboxId }
    const mailbox = (await ctx.db.asService((tx) => findOwnMailbox(tx, at))) ?? fail('mailbox_not_found')
    const { model: learned, candidates, disabledFolders } = await loadModel(ctx, mailbox)
    // The folder of an existing condition may be switched off: then its mail stays in the inbox.
    const isExisting = input.withoutCondition !== undefined || input.order !== undefined
    if (!isExisting && !candidates.some(({ id }) => id === input.folderId)) fail('folder_not_sorted_into')
    const conditions = await ctx.db.asService((tx) => conditionsOf(tx, mailbox.id))
    const changed = withCondition(inOrder(conditions, input), input)
    const logs = await ctx.db.asService((tx) => newestLogs(tx, mailbox, maxPreviewedMessages))
    const previewed: PreviewedMail[] = []
    for (const { log, message } of await readAll(ctx, mailbox, logs)) {
      const known = await ctx.db.asService((tx) => knownAbout(tx, mailbox, message))
      const mail = toMailToSort(message)
      // As in processNewMessage.
      const model = withObserved(learned, mail)
      const placeWith = (rules: readonly Condition[]) =>
        placeOf(decide(mail, candidates, { ...known, disabledFolders, model, conditions: rules }))
      const { id: logId, subject, from } = log
      previewed.push({ logId, subject, from, before: placeWith(conditions), after: placeWith(changed) })
    }
    return summary(previewed, input.folderId)
  },
})

/** Without a condition, or in another order. */
const inOrder = (conditions: readonly FolderCondition[], { withoutCondition, order = [] }: PreviewSortingInput) =>
  arranged(
    conditions.filter(({ id }) => id !== withoutCondition),
    order,
  )

/** As it would be saved: appended, or in place of an equal condition. */
function withCondition(conditions: readonly Condition[], { folderId, condition }: PreviewSortingInput): Condition[] {
  const value = condition && conditionValue(condition.kind, condition.value)
  if (!condition || !value) return [...conditions]
  const { kind } = condition
  const isThere = (one: Condition): boolean => one.kind === kind && one.value === value
  return conditions.some(isThere)
    ? conditions.map((one) => (isThere(one) ? { ...one, folderId } : one))
    : [...conditions, { kind, value, folderId }]
}

function summary(previewed: PreviewedMail[], folderId: string): z.input<typeof PreviewSortingOutput> {
  const count = (is: (mail: PreviewedMail) => boolean): number => previewed.filter(is).length
  return {
    looked: previewed.length,
    into: count(({ before, after }) => before !== folderId && after === folderId),
    outOf: count(({ before, after }) => before === folderId && after !== folderId),
    unsure: count(({ after }) => after === 'unsure'),
    changed: previewed.filter(({ before, after }) => before !== after),
  }
}

/** The messages that still exist, in whichever folder. `withMailbox` limits the number of parallel requests. */
async function readAll(
  ctx: RemoteContext,
  mailbox: MailboxRow,
  logs: NewestLog[],
): Promise<{ log: NewestLog; message: Message }[]> {
  const read = await mapMailboxFailure(() =>
    withMailbox(ctx, mailbox.id, (mailbox) =>
      Promise.all(logs.map(async (log) => ({ log, message: await mailbox.find(log.messageId) }))),
    ),
  )
  return read.flatMap(({ log, message }) => (message ? [{ log, message }] : []))
}
