import type { z } from 'zod'
import {
  PreviewSortingInput,
  PreviewSortingOutput,
  type PreviewedMail,
} from '../../../contract/functions/preview-sorting.ts'
import { arranged, conditionValue, type FolderCondition } from '../../../contract/functions/folder-conditions.ts'
import { previewedMost } from '../../../contract/limits.ts'
import { isUnsure } from '../../../contract/reasons.ts'
import { isAutomatic } from '../../mail/automatic-mail.ts'
import type { Context, RemoteContext } from '../../context.ts'
import { fail } from '../../errors.ts'
import { fn, perUser } from '../../http/route.ts'
import { withMailbox } from '../../mail/access-token.ts'
import { isKept } from '../../mail/known-people-queries.ts'
import { orOutlookFailure } from '../../mail/outlook-failure.ts'
import { type MailboxRow, mailboxOf } from '../../mail/queries.ts'
import { isGone } from '../../vendors/graph-error.ts'
import type { GraphMessage } from '../../vendors/graph.ts'
import { conditionsOf } from '../decision/condition-queries.ts'
import type { Condition } from '../decision/conditions.ts'
import { type Candidate, decide, type Decision, type Memory } from '../decision/decide.ts'
import { correctionsAbout } from '../learning/learning-queries.ts'
import { listOf, senderOf, toMailToSort } from '../ledger/mail-to-sort.ts'
import { withNoticed } from '../../../packages/classifier/with-noticed.ts'
import { loadLearned } from '../learning/memory.ts'
import { newestLogs, type NewestLog } from '../ledger/newest-log-queries.ts'

/** Decides about the last mails twice, as things are and as they would be. Nothing is moved, counted or asked of a language model. */
export const previewSorting = fn('preview-sorting', {
  auth: 'user',
  limit: perUser(60, 'minute'),
  input: PreviewSortingInput,
  output: PreviewSortingOutput,
  async handle(ctx, { user: { userId }, input }): Promise<z.input<typeof PreviewSortingOutput>> {
    const at = { userId, mailboxId: input.mailboxId }
    const mailbox = (await ctx.db.asService((tx) => mailboxOf(tx, at))) ?? fail('mailbox_not_found')
    const { model: learned, candidates } = await loadLearned(ctx, mailbox)
    // A condition that is there already keeps its mail in the inbox where its folder is switched off: that can be shown.
    const isThere = input.withoutCondition !== undefined || input.order !== undefined
    if (!isThere && !candidates.some(({ id }) => id === input.folderId)) fail('folder_not_sorted_into')
    const conditions = await ctx.db.asService((tx) => conditionsOf(tx, mailbox.id))
    const now: Rules = { candidates, conditions }
    const then: Rules = {
      candidates: withInstructions(candidates, input),
      conditions: withCondition(inOrder(conditions, input), input),
    }
    const logs = await ctx.db.asService((tx) => newestLogs(tx, mailbox.id, previewedMost))
    const previewed: PreviewedMail[] = []
    for (const { log, message } of await readAll(ctx, mailbox, logs)) {
      const known = await knownAbout(ctx, mailbox, message)
      const mail = toMailToSort(message)
      // As the sorter asks it, which takes in what a mail says before it decides: names and instructions are read by what is rare.
      const model = withNoticed(learned, mail)
      const place = ({ candidates, conditions }: Rules) =>
        placeOf(decide(mail, candidates, { ...known, model, conditions }))
      previewed.push({ logId: log.id, subject: log.subject, from: log.from, before: place(now), after: place(then) })
    }
    return summary(previewed, input.folderId)
  },
})

interface Rules {
  candidates: Candidate[]
  conditions: readonly Condition[]
}

const withInstructions = (candidates: readonly Candidate[], { folderId, instructions }: PreviewSortingInput) =>
  candidates.map((folder) =>
    folder.id === folderId && instructions !== undefined ? { ...folder, instructions } : folder,
  )

/** One less, or in another order. */
const inOrder = (conditions: readonly FolderCondition[], { withoutCondition, order = [] }: PreviewSortingInput) =>
  arranged(
    conditions.filter(({ id }) => id !== withoutCondition),
    order,
  )

/** As it would be saved: at the end, or in the place of the one that is there already. */
function withCondition(conditions: readonly Condition[], { folderId, condition }: PreviewSortingInput): Condition[] {
  const value = condition && conditionValue(condition.kind, condition.value)
  if (!condition || !value) return [...conditions]
  const { kind } = condition
  const isThere = (one: Condition): boolean => one.kind === kind && one.value === value
  return conditions.some(isThere)
    ? conditions.map((one) => (isThere(one) ? { ...one, folderId } : one))
    : [...conditions, { kind, value, folderId }]
}

async function knownAbout(
  ctx: Pick<Context, 'db'>,
  mailbox: MailboxRow,
  message: GraphMessage,
): Promise<Pick<Memory, 'corrections' | 'isFromKnownPerson' | 'threshold'>> {
  const about = { sender: senderOf(message), list: listOf(message) }
  return ctx.db.asService(async (tx) => ({
    corrections: await correctionsAbout(tx, mailbox.id, about),
    isFromKnownPerson: !isAutomatic(message, []) && (await isKept(tx, mailbox.id, about.sender)),
    threshold: mailbox.confidence_threshold,
  }))
}

const placeOf = ({ folderId, reason }: Decision): PreviewedMail['before'] =>
  folderId ?? (isUnsure(reason) ? 'unsure' : 'inbox')

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

/** What is still there of them, wherever it is now. The mail room keeps to Outlook's number of calls at once. */
async function readAll(
  ctx: RemoteContext,
  mailbox: MailboxRow,
  logs: NewestLog[],
): Promise<{ log: NewestLog; message: GraphMessage }[]> {
  const read = await orOutlookFailure(() =>
    withMailbox(ctx, mailbox.id, (graph, token) =>
      Promise.all(
        logs.map(async (log) => {
          try {
            return { log, message: await graph.getMessage(token, log.messageId) }
          } catch (error) {
            if (isGone(error)) return null
            throw error
          }
        }),
      ),
    ),
  )
  return read.filter((one) => one !== null)
}
