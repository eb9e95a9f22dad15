import { useState } from 'react'
import { ApiError, isPermanent, messageOf } from '../../api/api-error.ts'
import type { HistoryEntry } from '../../api/processing-logs.ts'
import type { ReviewKind } from '../../api/review.ts'
import { subjectText } from '../../lib/message-texts.ts'
import { toastError, toastSuccess } from '../../lib/toast.ts'
import type { Destination } from './review-destinations.ts'
import { useReviewQueue } from './use-review-queue.ts'
import { useSendAnswer } from './use-send-answer.ts'
import { t } from '../../texts/translate.ts'

/** An answer that can be undone. */
interface Step {
  entry: HistoryEntry
  /** Null: the message was skipped. */
  destination: Destination | null
  /** Rejects if the server refused the answer; then there is nothing to undo. */
  request: Promise<unknown>
}

/** The message is no longer in the inbox, so it needs no answer. */
const codesOfSettledMessages = new Set(['mail_gone', 'mail_moved_meanwhile', 'log_not_found'])

const toastIfDelayed = (waiting: boolean, name: string): void => {
  if (waiting)
    toastSuccess(
      t('Moving to {destination}', { destination: name }),
      t('Outlook does not respond right now. The email is moved as soon as it does.'),
    )
}

/** The review of unsure messages. Answers take effect immediately; a message whose answer fails comes back. */
export function useReview(kind: ReviewKind) {
  const { inFlight, send } = useSendAnswer()
  const queue = useReviewQueue(kind, inFlight)
  const [steps, setSteps] = useState<readonly Step[]>([])
  const addStep = (step: Step): void => setSteps((before) => [...before, step])
  const removeStep = (step: Step): void => setSteps((before) => before.filter((each) => each !== step))

  const { move, undoMove } = createMoves({ queue, send, addStep, removeStep })

  return {
    query: queue.query,
    current: queue.current,
    left: queue.left,
    skipped: queue.skipped,
    lastStep: steps.at(-1) ?? null,
    /** @returns the next message, null if none is left */
    answer(entry: HistoryEntry, destination: Destination): HistoryEntry | null {
      void move(entry, destination)
      return queue.next()
    },
    /** Records a message that the move dialog has moved. */
    moved(entry: HistoryEntry, destination: Destination): HistoryEntry | null {
      addStep({ entry, destination, request: Promise.resolve() })
      queue.hide(entry)
      return queue.next()
    },
    skip(entry: HistoryEntry): HistoryEntry | null {
      addStep({ entry, destination: null, request: Promise.resolve() })
      queue.skip(entry)
      return queue.next()
    },
    undo(step: Step): void {
      removeStep(step)
      queue.focus(step.entry)
      if (step.destination) void undoMove(step, step.destination)
      else queue.unskip(step.entry)
    },
    showSkipped(): void {
      queue.showSkipped()
      setSteps((before) => before.filter(({ destination }) => destination !== null))
    },
  }
}
export type Review = ReturnType<typeof useReview>

interface MovesOptions {
  queue: Pick<ReturnType<typeof useReviewQueue>, 'hide' | 'show'>
  send: ReturnType<typeof useSendAnswer>['send']
  addStep: (step: Step) => void
  removeStep: (step: Step) => void
}

/** Moves a message and undoes it: shows the result immediately, and reverts it if the server refuses. */
function createMoves({ queue: { hide, show }, send, addStep, removeStep }: MovesOptions) {
  const move = async (entry: HistoryEntry, destination: Destination): Promise<void> => {
    const request = send({ action: 'move', logId: entry.id, folderId: destination.id })
    const step: Step = { entry, destination, request }
    addStep(step)
    hide(entry)
    try {
      toastIfDelayed((await request).waiting, destination.name)
    } catch (error) {
      removeStep(step)
      const isSettled = error instanceof ApiError && codesOfSettledMessages.has(error.code)
      if (isSettled) hide(entry)
      else show(entry)
      const subject = subjectText(entry.subject)
      toastError(
        isSettled ? t('Not moved') : t('Move failed'),
        isSettled
          ? t('“{subject}”: {error}', { subject, error: messageOf(error) })
          : t('“{subject}” is back in this list: {error}', { subject, error: messageOf(error) }),
      )
    }
  }
  const undoMove = async (step: Step, destination: Destination): Promise<void> => {
    const { entry } = step
    show(entry)
    const wasMoved = await step.request.then(
      () => true,
      () => false,
    )
    // `move` has reported the failure.
    if (!wasMoved) return
    try {
      const { waiting, log } = await send({ action: 'take-back', logId: entry.id, folderId: destination.id })
      toastIfDelayed(waiting, t('Inbox'))
      // An earlier correction from another window is in effect again.
      if (!waiting && log.corrected_at !== null) hide(entry)
    } catch (error) {
      hide(entry)
      const canRetry = !isPermanent(error) || (error instanceof ApiError && error.code === 'mail_in_progress')
      if (canRetry) addStep(step)
      toastError(
        t('Undo failed'),
        t('“{subject}” stays where it is: {error}', { subject: subjectText(entry.subject), error: messageOf(error) }),
      )
    }
  }
  return { move, undoMove }
}
