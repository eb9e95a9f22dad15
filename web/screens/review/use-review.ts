import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { SortedMailOutput } from '../../../contract/functions/sorted-mail.ts'
import { logsPageSize } from '../../../contract/limits.ts'
import { ApiError, isPermanent, messageOf } from '../../api/api-error.ts'
import type { HistoryEntry } from '../../api/processing-logs.ts'
import { type ReviewAnswer, type ReviewKind, reviewQuery, useAnswerReview } from '../../api/review.ts'
import { subjectText } from '../../lib/message-texts.ts'
import { newestFirst } from '../../lib/newest-first.ts'
import { toastError, toastSuccess } from '../../lib/toast.ts'
import { t } from '../../texts/translate.ts'
import type { Destination } from './review-destinations.ts'

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
      t('The mailbox does not respond right now. The email is moved as soon as it does.'),
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

const without = (ids: ReadonlySet<string>, id: string): ReadonlySet<string> =>
  new Set([...ids].filter((each) => each !== id))

/** With this many messages left to review the next page is loaded. */
const reviewPrefetchCount = 5

/**
 * The messages that await an answer, one of them current.
 * @param inFlight number of answers that the server has not confirmed yet; their messages are still listed
 */
function useReviewQueue(kind: ReviewKind, inFlight: number) {
  const [answered, setAnswered] = useState<ReadonlySet<string>>(new Set())
  const [skipped, setSkipped] = useState<ReadonlySet<string>>(new Set())
  /** Messages whose answer was undone; the server may not list them. */
  const [restored, setRestored] = useState<readonly HistoryEntry[]>([])
  const [currentId, setCurrentId] = useState<string | null>(null)
  const pages = 1 + Math.floor((skipped.size + inFlight + reviewPrefetchCount) / logsPageSize)
  const query = useQuery(reviewQuery(kind, pages))

  const isHidden = ({ id }: HistoryEntry): boolean => answered.has(id) || skipped.has(id)
  const listed = query.data?.entries ?? []
  const listedIds = new Set(listed.map(({ id }) => id))
  const unlisted = restored.filter((entry) => !listedIds.has(entry.id) && !isHidden(entry))
  const waiting = [...listed.filter((entry) => !isHidden(entry)), ...unlisted].toSorted(newestFirst)
  const current = waiting.find(({ id }) => id === currentId) ?? waiting[0] ?? null
  // Keeps the current message when newer ones arrive, which are listed before it.
  if (current && current.id !== currentId) setCurrentId(current.id)

  return {
    query,
    current,
    left: Math.max(waiting.length, (query.data?.total ?? 0) - listed.filter(isHidden).length + unlisted.length),
    skipped: skipped.size,
    /** @returns the message that is current then, null if there is none */
    next(): HistoryEntry | null {
      const index = waiting.findIndex((each) => each === current)
      const next = waiting[index + 1] ?? (index > 0 ? waiting[0] : undefined) ?? null
      setCurrentId(next?.id ?? null)
      return next
    },
    focus: (entry: HistoryEntry): void => setCurrentId(entry.id),
    hide: (entry: HistoryEntry): void => setAnswered((before) => new Set(before).add(entry.id)),
    show: (entry: HistoryEntry): void => {
      setAnswered((before) => without(before, entry.id))
      setRestored((before) => [...before.filter(({ id }) => id !== entry.id), entry])
    },
    skip: (entry: HistoryEntry): void => setSkipped((before) => new Set(before).add(entry.id)),
    unskip: (entry: HistoryEntry): void => setSkipped((before) => without(before, entry.id)),
    showSkipped: (): void => setSkipped(new Set()),
  }
}

/** Sends answers; those about the same message one after the other. */
function useSendAnswer() {
  const { mutateAsync } = useAnswerReview()
  const [inFlight, setInFlight] = useState(0)
  const lastRequests = useRef(new Map<string, Promise<SortedMailOutput>>())
  const send = async (answer: ReviewAnswer): Promise<SortedMailOutput> => {
    const previous = lastRequests.current.get(answer.logId)
    const request = (async () => {
      await previous?.catch(() => undefined)
      return mutateAsync(answer)
    })()
    lastRequests.current.set(answer.logId, request)
    setInFlight((count) => count + 1)
    try {
      return await request
    } finally {
      setInFlight((count) => count - 1)
    }
  }
  return { inFlight, send }
}
