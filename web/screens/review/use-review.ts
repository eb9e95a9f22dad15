import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { MailPlace } from '../../api/correct-sorting.ts'
import { type Answer, giveAnswer, undoAnswer } from '../../features/mail/give-answer.ts'
import { toReviewEmail, type ReviewEmail } from '../../features/mail/review-groups.ts'
import type { ReviewRow } from './review-rows.ts'
import { type ReviewStart, useReviewQueue } from './use-review-queue.ts'

/** What can be undone. */
export interface Step {
  emails: readonly ReviewEmail[]
  /** Null: skipped. */
  answer: Answer | null
}

/** The review. Answers take effect immediately; emails whose answer fails come back, with the reason. */
export function useReview(start: ReviewStart) {
  const client = useQueryClient()
  const queue = useReviewQueue(start)
  const [steps, setSteps] = useState<readonly Step[]>([])
  const addStep = (step: Step): void => setSteps((before) => [...before, step])
  const removeStep = (step: Step): void => setSteps((before) => before.filter((each) => each !== step))

  const answer = async (emails: readonly ReviewEmail[], to: MailPlace): Promise<void> => {
    const given = giveAnswer(client, emails, to, [...queue.known.values()].map(toReviewEmail))
    const step: Step = { emails, answer: given }
    addStep(step)
    if (!(await given.stands)) removeStep(step)
  }
  const undo = async (step: Step, given: Answer): Promise<void> => {
    if ((await undoAnswer(client, given)) === 'later') addStep(step)
  }
  return {
    ...queue,
    lastStep: steps.at(-1) ?? null,
    /** @returns the row that is current then, null if none is left */
    answer(row: ReviewRow, to: MailPlace): ReviewRow | null {
      const next = queue.next(row)
      void answer(row.emails, to)
      // Rows above it may go as well.
      if (next) queue.select(next.key)
      return next
    },
    /** For one email of a group. */
    answerEmail: (email: ReviewEmail, to: MailPlace): void => void answer([email], to),
    skip(row: ReviewRow): ReviewRow | null {
      addStep({ emails: row.emails, answer: null })
      queue.skip(row.emails)
      return queue.next(row)
    },
    undo(step: Step): void {
      removeStep(step)
      const [first] = step.emails
      if (first) queue.selectEmail(first)
      if (step.answer) void undo(step, step.answer)
      else queue.unskip(step.emails)
    },
    showSkipped(): void {
      queue.showSkipped()
      setSteps((before) => before.filter((step) => step.answer !== null))
    },
  }
}
export type Review = ReturnType<typeof useReview>
