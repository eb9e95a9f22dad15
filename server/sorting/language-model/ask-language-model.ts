import { composeText } from '../../../contract/compose-text.ts'
import type { Evidence } from '../../../contract/tables.ts'
import type { Context } from '../../context.ts'
import { isModelAvailableFor } from '../../prompts/ask-model.ts'
import {
  hasDescribedWords,
  type MessageToSort,
  type Model,
  rank,
  restsOnForgeries,
  securityFinding,
  withoutCopiedWords,
} from '../../../packages/classifier/classifier.ts'
import type { Candidate, Decision } from '../decision/decision.ts'
import {
  chosenByModel,
  modelFoundNoMatch,
  modelBelowThreshold,
  modelUnavailable,
} from '../decision/explanation-texts.ts'
import type { QuestionOutcome } from './answer-questions.ts'
import {
  type OpenQuestion,
  quotedIn,
  sortingQuestion,
  type SortingAnswer,
  type SortingQuestion,
} from './sorting-question.ts'

interface About {
  mailboxId: string
  mail: MessageToSort
  model: Model
  candidates: readonly Candidate[]
  /** The mailbox's setting. */
  threshold: number
  /** Answers the question, together with those about other mails of the mailbox that are due. */
  ask: (question: SortingQuestion) => Promise<QuestionOutcome>
}

/** Whether the language model may settle what the classifier is not sure of. */
export const needsLanguageModel = (
  ctx: Pick<Context, 'vendors'>,
  about: Omit<About, 'ask'>,
  first: Decision,
): boolean => ctx.vendors.model !== null && about.candidates.length > 0 && openQuestion(about, first) !== null

/**
 * Fallback where the classifier was not sure: the language model picks a folder from a closed list. An invalid,
 * late or refused answer leaves the classifier's decision, with a reason that reports it.
 */
export async function askLanguageModel(
  ctx: Pick<Context, 'db' | 'vendors'>,
  about: About,
  first: Decision,
): Promise<Decision> {
  const { mail, candidates } = about
  if (!ctx.vendors.model || candidates.length === 0) return first
  const open = openQuestion(about, first)
  if (!open || !(await isModelAvailableFor(ctx, about.mailboxId))) return first
  // An unknown sender who repeats a folder's name or instructions could persuade a model with them.
  const likeliest = first.runnerUp ?? rank(about.model, mail, candidates).candidates[0]
  const copied = first.actionsWait ? candidates.find(({ id }) => id === likeliest?.folderId) : undefined
  const question = sortingQuestion(copied ? withoutCopiedWords(mail, copied) : mail, candidates, open)
  const outcome = await about.ask(question)
  if ('answer' in outcome) return decisionFrom(outcome.answer, question, about, first)
  if (outcome.failed === 'off') return first
  const [reason, failure] = failures[outcome.failed]
  return {
    ...first,
    // The review offers the folders of a conflict by its reason.
    reason: first.reason === 'instructions_conflict' ? first.reason : reason,
    explanation: modelUnavailable(first.explanation, failure),
    askedModel: outcome.failed !== 'budget',
  }
}

const failures = {
  budget: ['budget', composeText('today’s budget for the language model is used up')],
  invalid: ['model_invalid', composeText('the language model gave no valid answer')],
  refused: ['model_down', composeText('the language model did not answer')],
  down: ['model_down', composeText('the language model did not answer')],
} as const

/** What a language model can settle; null for nothing. */
export function openQuestion(
  { mail, model, candidates, threshold }: Omit<About, 'ask'>,
  first: Decision,
): OpenQuestion | null {
  if (first.by !== 'classifier' || first.folderId !== null) return null
  // Codes and links to sign in are sent to no one.
  if (securityFinding(mail)) return null
  if (first.reason === 'instructions_conflict' && first.runnerUp && first.secondChoiceId !== null)
    return { kind: 'conflict', learnedId: first.secondChoiceId, describedId: first.runnerUp.folderId }
  // One folder is clearly the likeliest, and yet the mail may belong in none.
  const [best] = rank(model, mail, candidates).candidates
  return { kind: best && best.probability >= threshold ? 'none-of-these' : 'unsure' }
}

function decisionFrom(answer: SortingAnswer, request: SortingQuestion, about: About, first: Decision): Decision {
  const folder = request.folders.get(answer.folder)
  const { confidence } = answer
  const quotes = quotedIn(about.mail, answer.quotes)
  const evidence: Evidence[] = quotes.map((text) => ({ kind: 'quote', text }))
  const said = { confidence, by: 'model', evidence, basis: null, askedModel: true } as const
  // Two of the user's own statements name a folder: a third opinion for the inbox does not close the question.
  if (!folder && first.reason === 'instructions_conflict') return { ...first, askedModel: true }
  if (!folder)
    return {
      ...first,
      ...said,
      folderId: null,
      reason: 'no_match',
      explanation: modelFoundNoMatch,
      secondChoiceId: null,
    }
  const { model, mail, candidates } = about
  // Words that an attacker copied may also have persuaded the model.
  const isCopied = hasDescribedWords(mail, folder) && restsOnForgeries(model, mail, candidates, folder)
  const actionsWait = first.actionsWait || isCopied
  if (confidence >= about.threshold) {
    const runnerUp = first.runnerUp?.folderId === folder.id ? null : first.runnerUp
    return {
      ...said,
      actionsWait,
      folderId: folder.id,
      reason: 'sorted',
      explanation: chosenByModel(quotes),
      runnerUp: runnerUp && {
        ...runnerUp,
        confidence: runnerUp.confidence && Math.min(runnerUp.confidence, confidence),
      },
      secondChoiceId: first.secondChoiceId === folder.id ? null : first.secondChoiceId,
    }
  }
  return {
    ...said,
    actionsWait,
    folderId: null,
    reason: 'low_confidence',
    explanation: modelBelowThreshold(folder.name, confidence, about.threshold),
    runnerUp: { folderId: folder.id, confidence },
    secondChoiceId: likeliestOther(first, folder.id),
  }
}

/** Of the two folders that the classifier offers, the first that the language model did not choose. */
const likeliestOther = ({ runnerUp, secondChoiceId }: Decision, chosenId: string): string | null =>
  [runnerUp?.folderId ?? null, secondChoiceId].find((id) => id !== null && id !== chosenId) ?? null
