import { createHash } from 'node:crypto'
import type { Evidence } from '../../../contract/tables.ts'
import type { Context } from '../../context.ts'
import { hasModelFor, type Outcome, tryForObject } from '../../prompts/ask-model.ts'
import type { MailToSort } from '../../../packages/classifier/mail.ts'
import type { Candidate, Decision } from '../decision/decide.ts'
import { chosenByModel, leftByModel, unsureModel, withoutModel } from '../decision/explanation.ts'
import { hasRoom } from '../ledger/ledger-queries.ts'
import { keepAnswer, keptAnswer } from './model-answer-queries.ts'
import { quotedIn, sortingQuestion, type SortingAnswer, type SortingQuestion } from './second-opinion-question.ts'

/** New mail must not wait long for a model that is slow: the classifier's answer stands then. */
const withinMs = 15_000

interface About {
  userId: string
  mailboxId: string
  /** First day of the month that the mail counts in. */
  month: string
  mail: MailToSort
  candidates: readonly Candidate[]
  /** The mailbox's own. */
  threshold: number
}

/**
 * Asks the language model where the classifier was not sure. It picks from a closed list; what is wrong, late or refused leaves the first
 * decision as it was, with a reason that says so.
 */
export async function secondOpinion(
  ctx: Pick<Context, 'clock' | 'db' | 'vendors' | 'events' | 'limits'>,
  about: About,
  first: Decision,
): Promise<Decision> {
  const isUnsure = first.by === 'classifier' && first.folderId === null
  if (!isUnsure || !ctx.vendors.model || about.candidates.length === 0) return first
  if (!(await hasModelFor(ctx, about.mailboxId))) return first
  // A mail beyond the month's limit is not sorted in any case: nothing is paid for it.
  if (!(await ctx.db.asService((tx) => hasRoom(tx, about.userId, about.month)))) return first
  const asked = sortingQuestion(about.mail, about.candidates)
  const answer = await answerTo(ctx, about, ctx.vendors.model.id, asked)
  if ('failed' in answer) {
    if (answer.failed === 'off') return first
    const [reason, words] = failures[answer.failed]
    const askedModel = answer.failed !== 'budget'
    return { ...first, reason, explanation: withoutModel(first.explanation, words), askedModel }
  }
  return decisionFrom(answer.value, asked, about, first)
}

const failures = {
  budget: ['budget', 'today’s budget for the language model is used up'],
  invalid: ['model_invalid', 'the language model gave no valid answer'],
  down: ['model_down', 'the language model did not answer'],
} as const

/** Paid for once: the same question to the same model has the same answer. */
async function answerTo(
  ctx: Pick<Context, 'clock' | 'db' | 'vendors' | 'events' | 'limits'>,
  { userId, mailboxId }: About,
  model: string,
  { question }: SortingQuestion,
): Promise<Outcome<SortingAnswer>> {
  const { system, user, data, schema } = question
  const questionHash = createHash('sha256')
    .update(JSON.stringify([model, system, user, data]))
    .digest()
  const kept = schema.safeParse(await ctx.db.asService((tx) => keptAnswer(tx, userId, questionHash)))
  if (kept.success) return { value: kept.data }
  const answer = await tryForObject(
    ctx,
    { userId, mailboxId, logId: null, purpose: 'sorting' },
    { ...question, withinMs },
  )
  if ('failed' in answer) return answer
  const now = ctx.clock.now()
  await ctx.db.asService((tx) => keepAnswer(tx, { userId, questionHash, answer: answer.value }, now))
  return answer
}

function decisionFrom(answer: SortingAnswer, asked: SortingQuestion, about: About, first: Decision): Decision {
  const folder = asked.folders.get(answer.folder)
  const { confidence } = answer
  const quotes = quotedIn(about.mail, answer.quotes)
  const evidence: Evidence[] = quotes.map((text) => ({ kind: 'quote', text }))
  const said = { confidence, by: 'model', evidence, askedModel: true } as const
  if (!folder) return { ...first, ...said, folderId: null, reason: 'no_match', explanation: leftByModel }
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
    explanation: unsureModel(folder.name, confidence, about.threshold),
    runnerUp: { folderId: folder.id, confidence },
  }
}
