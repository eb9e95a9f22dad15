import { createHash } from 'node:crypto'
import type { z } from 'zod'
import type { Context } from '../context.ts'
import type { Answer, Model, Question } from '../vendors/model.ts'
import { VendorError } from '../vendors/vendor-error.ts'

/** For whom and for what, as the log tells it (checklist A23). */
export interface AskedFor {
  userId: string
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
} as const
const mostTokens = 2000

/**
 * An answer of this shape; null where there is no model, the budget is spent, or it did not answer well: each is logged, and the caller
 * goes the way without a model.
 */
export const askForObject = <T>(
  ctx: Context,
  about: AskedFor,
  question: Question & { schema: z.ZodType<T> },
): Promise<T | null> =>
  ask(ctx, about, question, (model, bounded) => model.object({ ...bounded, schema: question.schema }))

/** Plain text; null as with `askForObject`. */
export const askForText = (ctx: Context, about: AskedFor, question: Question): Promise<string | null> =>
  ask(ctx, about, question, (model, bounded) => model.text(bounded))

async function ask<T>(
  ctx: Context,
  about: AskedFor,
  { system, user, data, maxTokens }: Question,
  call: (model: Model, question: Question) => Promise<Answer<T>>,
): Promise<T | null> {
  const { model } = ctx.vendors
  if (!model) return null
  const promptHash = createHash('sha256')
    .update(JSON.stringify([system, user, data]))
    .digest('hex')
    .slice(0, 16)
  const event = { ...about, model: model.id, promptHash }
  if (await isOverBudget(ctx, about)) {
    ctx.events.modelFailed({ ...event, reason: 'budget', vendorStatus: null, code: null })
    return null
  }
  try {
    const answer = await call(model, { system, user, data, maxTokens: Math.min(maxTokens, mostTokens) })
    ctx.events.modelAnswered({ ...event, inputTokens: answer.inputTokens, outputTokens: answer.outputTokens })
    return answer.value
  } catch (error) {
    if (!(error instanceof VendorError)) throw error
    ctx.events.modelFailed({ ...event, reason: 'failed', vendorStatus: error.status, code: error.code })
    return null
  }
}

async function isOverBudget({ limits }: Context, { userId, logId }: AskedFor): Promise<boolean> {
  const ofMail = logId === null ? 0 : await limits.take(budgets.mail.name, budgets.mail, logId)
  return ofMail > 0 || (await limits.take(budgets.user.name, budgets.user, userId)) > 0
}
