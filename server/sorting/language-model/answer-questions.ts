import { createHash } from 'node:crypto'
import { usageMonth } from '../../../contract/limits.ts'
import { localDay } from '../../../contract/local-days.ts'
import type { Context } from '../../context.ts'
import { recordModelUsage } from '../../shared/language-model-usage.ts'
import { hasPlans } from '../../shared/monthly-limit.ts'
import { timeZoneOf } from '../../shared/user-time-zones.ts'
import { type ModelFailure, requestObjectOutcome } from '../../prompts/ask-model.ts'
import { keepLease, type Lease } from '../lease/lease.ts'
import { remainingUsage } from '../log/monthly-usage-queries.ts'
import { findModelAnswers, insertModelAnswer } from './model-answer-queries.ts'
import type { SortingAnswer, SortingQuestion } from './sorting-question.ts'

const sortingModelTimeoutMs = 15_000
/** Model calls in parallel, per mailbox. */
const sortingModelConcurrency = 4

type ModelContext = Pick<Context, 'clock' | 'db' | 'vendors' | 'events' | 'jobs' | 'limits'>

export type QuestionOutcome = { answer: SortingAnswer } | { failed: ModelFailure }

interface Asking {
  userId: string
  lease: Lease
  /** The configured model's name. */
  model: string
}

/**
 * Answers questions about mails of one mailbox: from stored answers, else by one call each, so that no mail has a say
 * about another one. Where the month's limit or the budget is short, mail about which there is a conflict comes first.
 */
export async function answerQuestions(
  ctx: ModelContext,
  { userId, lease }: { userId: string; lease: Lease },
  questions: readonly SortingQuestion[],
): Promise<QuestionOutcome[]> {
  const { model } = ctx.vendors
  if (!model) return questions.map(() => ({ failed: 'off' }))
  const asking = { userId, lease, model: model.id }
  const inOrder = questions.toSorted((a, b) => Number(isUrgent(b)) - Number(isUrgent(a)))
  const hashes = inOrder.map((question) => hashOf(model.id, question))
  const counted = { userId, month: usageMonth(ctx.clock.now()), hasPlans: hasPlans(ctx) }
  const [remaining, stored] = await ctx.db.asService((tx, sendLast) =>
    sendLast(() => [remainingUsage(tx, counted), findModelAnswers(tx, userId, hashes)]),
  )
  // Mail over the monthly limit is not sorted: it costs no request.
  const outcomes = await answerUnique(ctx, asking, inOrder.slice(0, remaining), stored)
  return questions.map((question) => outcomes.get(question) ?? { failed: 'off' })
}

const isUrgent = ({ open }: SortingQuestion): boolean => open.kind !== 'unsure'

/** Identical questions are asked once. */
async function answerUnique(
  ctx: ModelContext,
  asking: Asking,
  questions: readonly SortingQuestion[],
  stored: ReadonlyMap<string, unknown>,
): Promise<Map<SortingQuestion, QuestionOutcome>> {
  const byHash = Map.groupBy(questions, (question) => hashOf(asking.model, question))
  const outcomes = new Map<SortingQuestion, QuestionOutcome>()
  const pending: SortingQuestion[] = []
  for (const [hash, [first]] of byHash) {
    if (!first) continue
    const answer = first.question.schema.safeParse(stored.get(hash))
    if (answer.success) outcomes.set(first, { answer: answer.data })
    else pending.push(first)
  }
  await inParallel(pending, async (question) => {
    outcomes.set(question, await ask(ctx, asking, question))
  })
  for (const [first, ...same] of byHash.values()) {
    const outcome = first && outcomes.get(first)
    if (outcome) for (const question of same) outcomes.set(question, outcome)
  }
  return outcomes
}

/** One call. Stores its usage and its answer. */
async function ask(ctx: ModelContext, asking: Asking, about: SortingQuestion): Promise<QuestionOutcome> {
  const { userId, lease, model } = asking
  // A call may take a third of the lease's time.
  await keepLease(ctx, lease)
  const purpose = {
    userId,
    mailboxId: lease.mailboxId,
    logId: null,
    purpose: 'sorting',
    mayUseReserve: isUrgent(about),
  }
  const request = { ...about.question, withinMs: sortingModelTimeoutMs }
  const outcome = await requestObjectOutcome(ctx, purpose, request)
  if ('failed' in outcome && (outcome.failed === 'budget' || outcome.failed === 'off')) return outcome
  const answer = 'failed' in outcome ? null : outcome.value
  const { inputTokens, outputTokens } = 'failed' in outcome ? { inputTokens: 0, outputTokens: 0 } : outcome
  const now = ctx.clock.now()
  const conflicts = Number(about.open.kind === 'conflict')
  const usage = { calls: 1, mails: 1, conflicts, answers: answer ? 1 : 0, inputTokens, outputTokens }
  await ctx.db.asService(async (tx, sendLast) => {
    const day = localDay(now, await timeZoneOf(tx, userId))
    return sendLast(() => [
      ...(answer ? [insertModelAnswer(tx, { userId, questionHash: hashOf(model, about), answer }, now)] : []),
      recordModelUsage(tx, userId, day, usage),
    ])
  })
  return 'failed' in outcome ? outcome : { answer: outcome.value }
}

function hashOf(model: string, { question: { system, user, data } }: SortingQuestion): string {
  return createHash('sha256')
    .update(JSON.stringify([model, system, user, data]))
    .digest('hex')
}

/** Starts in order. Waits for all, also where one fails. */
async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items]
  const worker = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item)
  }
  const results = await Promise.allSettled(Array.from({ length: sortingModelConcurrency }, worker))
  const failed = results.find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
}
