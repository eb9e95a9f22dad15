import { createHash } from 'node:crypto'
import type { z } from 'zod'
import type { Context } from '../context.ts'
import type { Answer, Model, Question } from '../vendors/model.ts'
import { VendorError } from '../vendors/vendor-error.ts'
import { mayAskAbout } from './queries.ts'

/** For whom and for what, as the log tells it (checklist A23). */
export interface AskedFor {
  userId: string
  /** The mailbox whose mail goes along, and whose owner may have said no to that; null for a person's own prompt. */
  mailboxId: string | null
  /** The mail of the history that it is about; null for a person's own prompt. */
  logId: string | null
  /** One word of our own: "draft_reply", "plan". */
  purpose: string
}

/**
 * What is spent at most (checklist A16). The length of a question is bounded (`questionBounds`) and that of an answer is
 * (`mostTokens`), so that a number of calls is a bound on money, too.
 */
const budgets = {
  mail: { name: 'model-mail', points: 6, seconds: 86_400 },
  user: { name: 'model-user', points: 500, seconds: 86_400 },
  /** Apart: a busy day of mail must not take the drafts away. */
  sorting: { name: 'model-sorting', points: 1000, seconds: 86_400 },
} as const
const mostTokens = 2000

/**
 * `invalid`: an answer came that was none of this shape. `down`: none came in time, or the server refused.
 * `off`: mail of this mailbox is told to no model.
 */
export type Outcome<T> = { value: T } | { failed: 'budget' | 'invalid' | 'down' | 'off' }

/**
 * Whether there is a model that mail of this mailbox may be told to (checklist H6). Asked again directly before each question, so that a
 * switch counts at once: this is for what only a model needs, as files that it would read.
 */
export const hasModelFor = async (ctx: Pick<Context, 'db' | 'vendors'>, mailboxId: string): Promise<boolean> =>
  ctx.vendors.model !== null && (await ctx.db.asService((tx) => mayAskAbout(tx, mailboxId)))

/** An answer of this shape, or what came in its way; each is logged. Only where there is a model. */
export const tryForObject = <T>(
  ctx: Pick<Context, 'db' | 'vendors' | 'events' | 'limits'>,
  about: AskedFor,
  question: Question & { schema: z.ZodType<T> },
): Promise<Outcome<T>> =>
  ask(ctx, about, question, (model, bounded) => model.object({ ...bounded, schema: question.schema }))

/**
 * An answer of this shape; null where there is no model, the budget is spent, or it did not answer well: each is logged, and the caller
 * goes the way without a model.
 */
export const askForObject = async <T>(
  ctx: Pick<Context, 'db' | 'vendors' | 'events' | 'limits'>,
  about: AskedFor,
  question: Question & { schema: z.ZodType<T> },
): Promise<T | null> => valueOf(await tryForObject(ctx, about, question))

/** Plain text; null as with `askForObject`. */
export const askForText = async (
  ctx: Pick<Context, 'db' | 'vendors' | 'events' | 'limits'>,
  about: AskedFor,
  question: Question,
): Promise<string | null> => valueOf(await ask(ctx, about, question, (model, bounded) => model.text(bounded)))

const valueOf = <T>(outcome: Outcome<T>): T | null => ('value' in outcome ? outcome.value : null)

async function ask<T>(
  ctx: Pick<Context, 'db' | 'vendors' | 'events' | 'limits'>,
  about: AskedFor,
  { system, user, data, maxTokens, withinMs }: Question,
  call: (model: Model, question: Question) => Promise<Answer<T>>,
): Promise<Outcome<T>> {
  const { model } = ctx.vendors
  if (!model) return { failed: 'down' }
  const { mailboxId, ...whose } = about
  if (mailboxId !== null && !(await hasModelFor(ctx, mailboxId))) return { failed: 'off' }
  const promptHash = createHash('sha256')
    .update(JSON.stringify([system, user, data]))
    .digest('hex')
    .slice(0, 16)
  const event = { ...whose, model: model.id, promptHash }
  if (await isOverBudget(ctx, about)) {
    ctx.events.modelFailed({ ...event, reason: 'budget', vendorStatus: null, code: null })
    return { failed: 'budget' }
  }
  try {
    const bounded = { system, user, data, maxTokens: Math.min(maxTokens, mostTokens) }
    const answer = await call(model, withinMs === undefined ? bounded : { ...bounded, withinMs })
    ctx.events.modelAnswered({ ...event, inputTokens: answer.inputTokens, outputTokens: answer.outputTokens })
    return { value: answer.value }
  } catch (error) {
    if (!(error instanceof VendorError)) throw error
    ctx.events.modelFailed({ ...event, reason: 'failed', vendorStatus: error.status, code: error.code })
    return { failed: error.code === 'invalid_answer' ? 'invalid' : 'down' }
  }
}

async function isOverBudget(
  { limits }: Pick<Context, 'limits'>,
  { userId, logId, purpose }: AskedFor,
): Promise<boolean> {
  const ofMail = logId === null ? 0 : await limits.take(budgets.mail.name, budgets.mail, logId)
  const ofUser = purpose === 'sorting' ? budgets.sorting : budgets.user
  return ofMail > 0 || (await limits.take(ofUser.name, ofUser, userId)) > 0
}
