/**
 * Collects the questions of messages that are processed at the same time. They are answered together as soon as every
 * message has asked, needs no answer, or has failed: a question waits for decisions about others, never for other mail.
 */
interface QuestionCollector<Question, Answer> {
  /** Call it once per message, before any of them asks. */
  join(): Participant<Question, Answer>
}

export interface Participant<Question, Answer> {
  /** At most once. */
  ask(question: Question): Promise<Answer>
  /** The message needs no answer. Without effect after the first call, or after `ask`. */
  leave(): void
}

/** @param answerAll answers in the order of the questions */
export function createQuestionCollector<Question, Answer>(
  answerAll: (questions: Question[]) => Promise<Answer[]>,
): QuestionCollector<Question, Answer> {
  const waiting: { question: Question; resolve: (answer: Answer) => void; reject: (error: unknown) => void }[] = []
  let undecided = 0

  const answerCollected = async (): Promise<void> => {
    const asked = waiting.splice(0)
    try {
      const answers = await answerAll(asked.map(({ question }) => question))
      for (const [index, { resolve, reject }] of asked.entries()) {
        const answer = answers[index]
        if (answer === undefined) reject(new Error('A question has no answer'))
        else resolve(answer)
      }
    } catch (error) {
      for (const { reject } of asked) reject(error)
    }
  }

  return {
    join() {
      undecided++
      let isUndecided = true
      const leave = (): void => {
        if (!isUndecided) return
        isUndecided = false
        undecided--
        if (undecided === 0 && waiting.length > 0) void answerCollected()
      }
      return {
        leave,
        ask: (question) =>
          new Promise((resolve, reject) => {
            waiting.push({ question, resolve, reject })
            leave()
          }),
      }
    },
  }
}
