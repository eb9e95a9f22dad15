import { createHash } from 'node:crypto'
import type { Evidence } from '../../../contract/tables.ts'
import type { Context } from '../../context.ts'
import { isModelAvailableFor, type ModelOutcome, requestObjectOutcome } from '../../prompts/ask-model.ts'
import type { MessageToSort } from '../../../packages/classifier/classifier.ts'
import { sortingModelTimeoutMs } from '../../limits.ts'
import type { Candidate, Decision } from '../decision/decide.ts'
import {
  chosenByModel,
  modelFoundNoMatch,
  modelBelowThreshold,
  modelUnavailable,
} from '../decision/explanation-texts.ts'
import { remainingUsage } from '../processing/usage-queries.ts'
import { insertModelAnswer, findModelAnswer } from './model-answer-queries.ts'
import { quotedIn, sortingQuestion, type SortingAnswer, type SortingQuestion } from './sorting-question.ts'

interface About {
  userId: string
  mailboxId: string
  /** First day of the month in which the email counts, `YYYY-MM-DD`. */
  month: string
  mail: MessageToSort
  candidates: readonly Candidate[]
  /** The mailbox's setting. */
  threshold: number
}

/**
 * Fallback where the classifier was not sure: the language model picks a folder from a closed list. An invalid,
 * late or refused answer leaves the classifier's decision, with a reason that reports it.
 */
export async function askLanguageModel(
  ctx: Pick<Context, 'clock' | 'db' | 'vendors' | 'events' | 'limits'>,
  about: About,
  first: Decision,
): Promise<Decision> {
  const isUnsure = first.by === 'classifier' && first.folderId === null
  if (!isUnsure || !ctx.vendors.model || about.candidates.length === 0) return first
  if (!(await isModelAvailableFor(ctx, about.mailboxId))) return first
  // An email over the monthly limit is not sorted: it costs no request.
  if ((await ctx.db.asService((tx) => remainingUsage(tx, about.userId, about.month))) === 0) return first
  const request = sortingQuestion(about.mail, about.candidates)
  const answer = await answerTo(ctx, about, ctx.vendors.model.id, request)
  if ('failed' in answer) {
    if (answer.failed === 'off') return first
    const [reason, failure] = failures[answer.failed]
    const askedModel = answer.failed !== 'budget'
    return { ...first, reason, explanation: modelUnavailable(first.explanation, failure), askedModel }
  }
  return decisionFrom(answer.value, request, about, first)
}

const failures = {
  budget: ['budget', 'today’s budget for the language model is used up'],
  invalid: ['model_invalid', 'the language model gave no valid answer'],
  down: ['model_down', 'the language model did not answer'],
} as const

/** Stores answers, so that an identical request to the same model is paid for once. */
async function answerTo(
  ctx: Pick<Context, 'clock' | 'db' | 'vendors' | 'events' | 'limits'>,
  { userId, mailboxId }: About,
  model: string,
  { question }: SortingQuestion,
): Promise<ModelOutcome<SortingAnswer>> {
  const { system, user, data, schema } = question
  const questionHash = createHash('sha256')
    .update(JSON.stringify([model, system, user, data]))
    .digest()
  const kept = schema.safeParse(await ctx.db.asService((tx) => findModelAnswer(tx, userId, questionHash)))
  if (kept.success) return { value: kept.data }
  const answer = await requestObjectOutcome(
    ctx,
    { userId, mailboxId, logId: null, purpose: 'sorting' },
    { ...question, withinMs: sortingModelTimeoutMs },
  )
  if ('failed' in answer) return answer
  const now = ctx.clock.now()
  await ctx.db.asService((tx) => insertModelAnswer(tx, { userId, questionHash, answer: answer.value }, now))
  return answer
}

function decisionFrom(answer: SortingAnswer, request: SortingQuestion, about: About, first: Decision): Decision {
  const folder = request.folders.get(answer.folder)
  const { confidence } = answer
  const quotes = quotedIn(about.mail, answer.quotes)
  const evidence: Evidence[] = quotes.map((text) => ({ kind: 'quote', text }))
  const said = { confidence, by: 'model', evidence, askedModel: true } as const
  if (!folder) return { ...first, ...said, folderId: null, reason: 'no_match', explanation: modelFoundNoMatch }
  if (confidence >= about.threshold) {
    const runnerUp = first.runnerUp?.folderId === folder.id ? null : first.runnerUp
    return {
      ...said,
      folderId: folder.id,
      reason: 'sorted',
      explanation: chosenByModel(quotes),
      runnerUp: runnerUp && { ...runnerUp, confidence: Math.min(runnerUp.confidence, confidence) },
    }
  }
  return {
    ...said,
    folderId: null,
    reason: 'low_confidence',
    explanation: modelBelowThreshold(folder.name, confidence, about.threshold),
    runnerUp: { folderId: folder.id, confidence },
  }
}
