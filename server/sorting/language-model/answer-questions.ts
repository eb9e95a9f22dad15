import { createHash } from 'node:crypto'
import { usageMonth } from '../../../contract/limits.ts'
import type { Context } from '../../context.ts'
import { recordModelUsage } from '../../db/language-model-usage.ts'
import { type ModelFailure, type ModelOutcome, requestObjectOutcome } from '../../prompts/ask-model.ts'
import {
  sortingModelBatchTimeoutMs,
  sortingModelConcurrency,
  sortingModelMailsPerCall,
  sortingModelShortMailMaxLength,
  sortingModelTimeoutMs,
} from '../../limits.ts'
import { keepLease, type Lease } from '../processing/lease.ts'
import { remainingUsage } from '../processing/usage-queries.ts'
import { batchQuestion, readBatchAnswer } from './batch-question.ts'
import { findModelAnswers, insertModelAnswer } from './model-answer-queries.ts'
import type { SortingAnswer, SortingQuestion } from './sorting-question.ts'

type ModelContext = Pick<Context, 'clock' | 'db' | 'vendors' | 'events' | 'jobs' | 'limits'>
type Answers = Map<SortingQuestion, SortingAnswer>

export type QuestionOutcome = { answer: SortingAnswer } | { failed: ModelFailure }

interface Asking {
  userId: string
  lease: Lease
  /** The configured model's name. */
  model: string
}

/**
 * Answers questions about mails of one mailbox with as few calls as possible: stored answers first, then short mails
 * together, then one by one what is long or was left unanswered. Where the month's limit or the budget is short, mail
 * about which there is a conflict comes first.
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
  const month = usageMonth(ctx.clock.now())
  const [remaining, stored] = await ctx.db.asService((tx, sendLast) =>
    sendLast(() => [remainingUsage(tx, userId, month), findModelAnswers(tx, userId, hashes)]),
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
  await askAll(ctx, asking, pending, outcomes)
  for (const [first, ...same] of byHash.values()) {
    const outcome = first && outcomes.get(first)
    if (outcome) for (const question of same) outcomes.set(question, outcome)
  }
  return outcomes
}

async function askAll(
  ctx: ModelContext,
  asking: Asking,
  questions: readonly SortingQuestion[],
  outcomes: Map<SortingQuestion, QuestionOutcome>,
): Promise<void> {
  const short = questions.filter(({ data }) => data.length <= sortingModelShortMailMaxLength)
  const long = questions.filter(({ data }) => data.length > sortingModelShortMailMaxLength)
  const unanswered: SortingQuestion[] = []
  const ask = async (group: readonly SortingQuestion[]): Promise<void> => {
    const [only] = group
    if (only && group.length === 1) outcomes.set(only, await askAboutOne(ctx, asking, only))
    else unanswered.push(...(await askAboutSeveral(ctx, asking, group, outcomes)))
  }
  const alone = (question: SortingQuestion) => [question]
  // A mail's own list lacks the folders whose instructions exclude it.
  const together = [...Map.groupBy(short, folderIdsOf).values()].flatMap((same) =>
    chunks(same, sortingModelMailsPerCall),
  )
  await inParallel([...together, ...long.map(alone)].toSorted(urgentFirst), ask)
  await inParallel(unanswered.map(alone).toSorted(urgentFirst), ask)
}

const folderIdsOf = ({ folders }: SortingQuestion): string => [...folders.values()].map(({ id }) => id).join(' ')

const urgentFirst = (a: readonly SortingQuestion[], b: readonly SortingQuestion[]): number =>
  Number(b.some(isUrgent)) - Number(a.some(isUrgent))

async function askAboutOne(ctx: ModelContext, asking: Asking, question: SortingQuestion): Promise<QuestionOutcome> {
  const outcome = await call(ctx, asking, [question], () => ({
    request: { ...question.question, withinMs: sortingModelTimeoutMs },
    read: (answer) => new Map([[question, answer]]),
  }))
  if ('failed' in outcome) return outcome
  const answer = outcome.get(question)
  return answer ? { answer } : { failed: 'invalid' }
}

/** @returns the questions that are to be asked one by one */
async function askAboutSeveral(
  ctx: ModelContext,
  asking: Asking,
  questions: readonly SortingQuestion[],
  outcomes: Map<SortingQuestion, QuestionOutcome>,
): Promise<SortingQuestion[]> {
  const outcome = await call(ctx, asking, questions, () => {
    const batch = batchQuestion(questions)
    return {
      request: { ...batch.question, withinMs: sortingModelBatchTimeoutMs },
      read: (answer) => readBatchAnswer(batch, answer),
    }
  })
  if ('failed' in outcome) {
    // One mail can make a server reject the whole call, or a model give an invalid answer.
    if (outcome.failed === 'invalid' || outcome.failed === 'refused') return [...questions]
    for (const question of questions) outcomes.set(question, outcome)
    return []
  }
  for (const [question, answer] of outcome) outcomes.set(question, { answer })
  return questions.filter((question) => !outcome.has(question))
}

/** One call. Stores its usage, and each valid answer under its own question. */
async function call<T>(
  ctx: ModelContext,
  { userId, lease, model }: Asking,
  questions: readonly SortingQuestion[],
  build: () => { request: Parameters<typeof requestObjectOutcome<T>>[2]; read: (answer: T) => Answers },
): Promise<Answers | { failed: ModelFailure }> {
  // A call may take a third of the lease's time.
  await keepLease(ctx, lease)
  const { request, read } = build()
  const about = { userId, mailboxId: lease.mailboxId, logId: null, purpose: 'sorting' }
  const mayUseReserve = questions.some(isUrgent)
  const outcome: ModelOutcome<T> = await requestObjectOutcome(ctx, { ...about, mayUseReserve }, request)
  if ('failed' in outcome && (outcome.failed === 'budget' || outcome.failed === 'off')) return outcome
  const answers: Answers = 'failed' in outcome ? new Map() : read(outcome.value)
  const { inputTokens, outputTokens } = 'failed' in outcome ? { inputTokens: 0, outputTokens: 0 } : outcome
  const now = ctx.clock.now()
  const conflicts = questions.filter(({ open }) => open.kind === 'conflict').length
  const usage = { calls: 1, mails: questions.length, conflicts, answers: answers.size, inputTokens, outputTokens }
  await ctx.db.asService((tx, sendLast) =>
    sendLast(() => [
      ...[...answers].map(([question, answer]) =>
        insertModelAnswer(tx, { userId, questionHash: hashOf(model, question), answer }, now),
      ),
      recordModelUsage(tx, userId, now, usage),
    ]),
  )
  return 'failed' in outcome ? outcome : answers
}

/** Of the question about this mail alone: its answer is the same whether or not other mails share the call. */
function hashOf(model: string, { question: { system, user, data } }: SortingQuestion): string {
  return createHash('sha256')
    .update(JSON.stringify([model, system, user, data]))
    .digest('hex')
}

function chunks<T>(items: readonly T[], size: number): T[][] {
  const count = Math.ceil(items.length / size)
  return Array.from({ length: count }, (_, index) => items.slice(index * size, (index + 1) * size))
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
