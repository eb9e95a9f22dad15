import { useState } from 'react'
import { ApiError, isPermanent, messageOf } from '../../api/api-error.ts'
import { toReviewEmail, type ReviewEmail } from '../../features/mail/review-groups.ts'
import { subjectText } from '../../lib/message-texts.ts'
import { toastError, toastSuccess } from '../../lib/toast.ts'
import { locale, t, tn } from '../../texts/translate.ts'
import type { Destination } from './review-destinations.ts'
import type { ReviewRow } from './review-rows.ts'
import { type SentAnswer, useReviewAnswers } from './use-review-answers.ts'
import { type ReviewQueue, type ReviewStart, useReviewQueue } from './use-review-queue.ts'

/** An answer that can be undone. */
export interface Step {
  emails: readonly ReviewEmail[]
  /** Null: skipped. */
  destination: Destination | null
  /** Rejects if the server refused the answer; then there is nothing to undo. */
  request: Promise<SentAnswer | null>
}

/** The message is no longer in the inbox, so it needs no answer. */
const codesOfSettledMessages = new Set(['mail_gone', 'mail_moved_meanwhile', 'log_not_found'])

const toastIfDelayed = (isDelayed: boolean, name: string): void => {
  if (isDelayed)
    toastSuccess(
      t('Moving to {destination}', { destination: name }),
      t('The mailbox does not respond right now. The email is moved as soon as it does.'),
    )
}

const subjectsShown = 3
const subjectsOf = (emails: readonly ReviewEmail[]): string => {
  const shown = emails.slice(0, subjectsShown).map(({ subject }) => `“${subjectText(subject)}”`)
  const more = emails.length - shown.length
  return new Intl.ListFormat(locale()).format(more > 0 ? [...shown, t('{count} more', { count: more })] : shown)
}

/** The review. Answers take effect immediately; emails whose answer fails come back, with the reason. */
export function useReview(start: ReviewStart) {
  const queue = useReviewQueue(start)
  const send = useReviewAnswers([...queue.known.values()].map(toReviewEmail))
  const [steps, setSteps] = useState<readonly Step[]>([])
  const addStep = (step: Step): void => setSteps((before) => [...before, step])
  const removeStep = (step: Step): void => setSteps((before) => before.filter((each) => each !== step))
  const { answer, undoAnswer } = createAnswers({ queue, send, addStep, removeStep })

  return {
    ...queue,
    lastStep: steps.at(-1) ?? null,
    /** @returns the row that is current then, null if none is left */
    answer(row: ReviewRow, destination: Destination): ReviewRow | null {
      void answer(row.emails, destination)
      return queue.next(row)
    },
    skip(row: ReviewRow): ReviewRow | null {
      addStep({ emails: row.emails, destination: null, request: Promise.resolve(null) })
      queue.skip(row.emails)
      return queue.next(row)
    },
    undo(step: Step): void {
      removeStep(step)
      const [first] = step.emails
      if (first) queue.selectEmail(first)
      if (step.destination) void undoAnswer(step, step.destination)
      else queue.unskip(step.emails)
    },
    showSkipped(): void {
      queue.showSkipped()
      setSteps((before) => before.filter(({ destination }) => destination !== null))
    },
  }
}
export type Review = ReturnType<typeof useReview>

interface AnswersOptions {
  queue: Pick<ReviewQueue, 'hide' | 'show'>
  send: ReturnType<typeof useReviewAnswers>
  addStep: (step: Step) => void
  removeStep: (step: Step) => void
}

/** Answers and undoes: shows the result immediately, and reverts it if the server refuses. */
function createAnswers({ queue: { hide, show }, send, addStep, removeStep }: AnswersOptions) {
  const answer = async (emails: readonly ReviewEmail[], destination: Destination): Promise<void> => {
    const request = send(emails, destination)
    const step: Step = { emails, destination, request }
    addStep(step)
    hide(emails)
    try {
      const sent = await request
      toastIfDelayed(sent.isDelayed, destination.name)
      const refused = emails.filter((email) => !sent.emails.includes(email))
      if (refused.length > 0) {
        show(refused)
        toastRefused(refused, sent.failure)
      }
      const left = await sent.notMoved
      if (left.length === 0) return
      show(left)
      if (left.length === emails.length) removeStep(step)
      toastError(
        tn(left.length, '{count} email was not moved', '{count} emails were not moved'),
        t('Moved or deleted elsewhere meanwhile: {subjects}', { subjects: subjectsOf(left) }),
      )
    } catch (error) {
      removeStep(step)
      const isSettled = emails.length === 1 && error instanceof ApiError && codesOfSettledMessages.has(error.code)
      if (isSettled) {
        hide(emails)
        const subject = subjectText(emails[0]?.subject ?? null)
        return toastError(t('Not moved'), t('“{subject}”: {error}', { subject, error: messageOf(error) }))
      }
      show(emails)
      toastRefused(emails, error)
    }
  }
  const undoAnswer = async (step: Step, destination: Destination): Promise<void> => {
    const { emails } = step
    show(emails)
    const sent = await step.request.catch(() => null)
    // `answer` has reported the failure.
    if (!sent) return
    try {
      const { isDelayed, isAnswered } = await sent.undo()
      toastIfDelayed(isDelayed, t('Inbox'))
      if (isAnswered) hide(emails)
    } catch (error) {
      hide(emails)
      const canRetry = !isPermanent(error) || (error instanceof ApiError && error.code === 'mail_in_progress')
      if (canRetry) addStep({ emails, destination, request: step.request })
      toastNotUndone(emails, error)
    }
  }
  return { answer, undoAnswer }
}

function toastRefused(emails: readonly ReviewEmail[], reason: unknown): void {
  const [only] = emails
  const error = messageOf(reason)
  toastError(
    t('Move failed'),
    emails.length === 1 && only
      ? t('“{subject}” is back in this list: {error}', { subject: subjectText(only.subject), error })
      : tn(
          emails.length,
          '{count} email is back in this list: {error}',
          '{count} emails are back in this list: {error}',
          {
            error,
          },
        ),
  )
}

function toastNotUndone(emails: readonly ReviewEmail[], reason: unknown): void {
  const [only] = emails
  const error = messageOf(reason)
  toastError(
    t('Undo failed'),
    emails.length === 1 && only
      ? t('“{subject}” stays where it is: {error}', { subject: subjectText(only.subject), error })
      : tn(emails.length, '{count} email stays where it is: {error}', '{count} emails stay where they are: {error}', {
          error,
        }),
  )
}
