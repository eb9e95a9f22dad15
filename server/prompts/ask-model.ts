import { createHash } from 'node:crypto'
import type { z } from 'zod'
import type { Context } from '../context.ts'
import type { ModelResponse, LanguageModel, ModelRequest } from '../vendors/language-model/language-model.ts'
import { VendorError } from '../vendors/http/vendor-error.ts'
import { callProvider, providerWaitMs } from '../outages/call-provider.ts'
import { type BudgetedCall, isOverBudget } from './model-call-budget.ts'
import { isModelEnabledForMailbox } from './queries.ts'

const modelAnswerMaxTokens = 2000

/**
 * User and purpose of a model call, for budgets and the log. The log holds ids, token counts and a hash of the
 * prompt, never its text.
 */
interface ModelCallSubject extends BudgetedCall {
  /**
   * The mailbox whose message is sent to the model, which its user may have forbidden; null for a user's own prompt.
   */
  mailboxId: string | null
}

/**
 * `invalid`: the answer did not fit the schema. `refused`: the server rejects this request. `down`: no answer in time.
 * `off`: the user does not allow a model for this mailbox.
 */
export type ModelFailure = 'budget' | 'invalid' | 'refused' | 'down' | 'off'
type ModelOutcome<T> = ModelResponse<T> | { failed: ModelFailure }

/**
 * Whether a model may see mail of this mailbox. Each request checks it again, so that the setting takes effect
 * immediately; use this to skip work that only a model needs, such as reading files.
 */
export async function isModelAvailableFor(ctx: Pick<Context, 'db' | 'vendors'>, mailboxId: string): Promise<boolean> {
  if (ctx.vendors.model === null) return false
  const [isEnabled] = await ctx.db.asService((tx, sendLast) =>
    sendLast(() => [isModelEnabledForMailbox(tx, mailboxId)]),
  )
  return isEnabled
}

/** An answer that fits the schema, or why there is none; both are logged. Call it only if there is a model. */
export const requestObjectOutcome = <T>(
  ctx: Pick<Context, 'clock' | 'db' | 'vendors' | 'events' | 'jobs' | 'limits'>,
  about: ModelCallSubject,
  question: ModelRequest & { schema: z.ZodType<T> },
): Promise<ModelOutcome<T>> =>
  requestAnswer(ctx, about, question, (model, bounded) => model.object({ ...bounded, schema: question.schema }))

/**
 * An answer that fits the schema; null if there is no model, the budget is spent or the answer was unusable. Each
 * case is logged, and the caller continues without a model.
 */
export const requestObject = async <T>(
  ctx: Pick<Context, 'clock' | 'db' | 'vendors' | 'events' | 'jobs' | 'limits'>,
  about: ModelCallSubject,
  question: ModelRequest & { schema: z.ZodType<T> },
): Promise<T | null> => valueOf(await requestObjectOutcome(ctx, about, question))

/** Plain text; null as with `requestObject`. */
export const requestText = async (
  ctx: Pick<Context, 'clock' | 'db' | 'vendors' | 'events' | 'jobs' | 'limits'>,
  about: ModelCallSubject,
  question: ModelRequest,
): Promise<string | null> => valueOf(await requestAnswer(ctx, about, question, (model, bounded) => model.text(bounded)))

const valueOf = <T>(outcome: ModelOutcome<T>): T | null => ('value' in outcome ? outcome.value : null)

async function requestAnswer<T>(
  ctx: Pick<Context, 'clock' | 'db' | 'vendors' | 'events' | 'jobs' | 'limits'>,
  about: ModelCallSubject,
  { system, user, data, maxTokens, withinMs }: ModelRequest,
  call: (model: LanguageModel, question: ModelRequest) => Promise<ModelResponse<T>>,
): Promise<ModelOutcome<T>> {
  const { model } = ctx.vendors
  if (!model) return { failed: 'down' }
  const { mailboxId, mayUseReserve: _, ...subject } = about
  if (mailboxId !== null && !(await isModelAvailableFor(ctx, mailboxId))) return { failed: 'off' }
  const promptHash = createHash('sha256')
    .update(JSON.stringify([system, user, data]))
    .digest('hex')
    .slice(0, 16)
  const event = { ...subject, model: model.id, promptHash }
  // An outage uses up no budget, and nobody waits for a time-out.
  if ((await providerWaitMs(ctx, 'model')) > 0) return { failed: 'down' }
  if (await isOverBudget(ctx, about)) {
    ctx.events.languageModelFailed({ ...event, reason: 'budget', vendorStatus: null, code: null })
    return { failed: 'budget' }
  }
  try {
    const bounded = { system, user, data, maxTokens: Math.min(maxTokens, modelAnswerMaxTokens) }
    const at = { provider: 'model', subject: about.userId }
    const answer = await callProvider(ctx, at, () =>
      call(model, withinMs === undefined ? bounded : { ...bounded, withinMs }),
    )
    ctx.events.languageModelResponded({ ...event, inputTokens: answer.inputTokens, outputTokens: answer.outputTokens })
    return answer
  } catch (error) {
    if (!(error instanceof VendorError)) throw error
    ctx.events.languageModelFailed({ ...event, reason: 'failed', vendorStatus: error.status, code: error.code })
    return { failed: failureOf(error) }
  }
}

/** A content filter or a length limit rejects the request itself; everything else concerns the server or the key. */
function failureOf({ code, status }: VendorError): ModelFailure {
  if (code === 'invalid_answer') return 'invalid'
  return code === 'refused' && (status === 400 || status === 413 || status === 422) ? 'refused' : 'down'
}
