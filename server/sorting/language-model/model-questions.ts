import type { Participant } from '../queue/question-collector.ts'
import type { QuestionOutcome } from './answer-questions.ts'
import type { SortingQuestion } from './sorting-question.ts'

/** A message's question to the language model, which is answered together with those of the batch's other messages. */
export type ModelQuestions = Participant<SortingQuestion, QuestionOutcome>
