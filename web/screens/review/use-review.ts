import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { SortedMailOutput } from '../../../contract/functions/sorted-mail.ts'
import { logsPageSize } from '../../../contract/limits.ts'
import { ApiError, isPermanent, messageOf } from '../../api/api-error.ts'
import type { HistoryEntry } from '../../api/processing-logs.ts'
import { type ReviewAnswer, reviewQuery, useAnswerReview } from '../../api/review.ts'
import { safeText } from '../../lib/safe-text.ts'
import { toastError, toastSuccess } from '../../lib/toast.ts'
import type { Destination } from './review-destinations.ts'

/** What can be taken back. */
interface Step {
  entry: HistoryEntry
  /** What was answered; null where it was skipped. */
  place: Destination | null
  /** Refused the answer was never given, and there is nothing to take back. */
  answering: Promise<unknown>
}

/** So many before the end the next page is asked for. */
const early = 5

/** Outlook has said that the mail is not in the inbox any more: there is nothing left to answer. */
const settles = new Set(['mail_gone', 'mail_moved_meanwhile', 'log_not_found'])

export const subjectOf = ({ subject }: HistoryEntry): string => safeText(subject ?? '') || 'No subject'

const without = (ids: ReadonlySet<string>, id: string): ReadonlySet<string> =>
  new Set([...ids].filter((each) => each !== id))

/** The mail that waits for an answer, one in focus. Answers take effect at once; what fails is told and comes back. */
export function useReview() {
  const { mutateAsync } = useAnswerReview()
  const [answered, setAnswered] = useState<ReadonlySet<string>>(new Set())
  const [skipped, setSkipped] = useState<ReadonlySet<string>>(new Set())
  const [underWay, setUnderWay] = useState(0)
  /** Taken back: the server does not list them any more. */
  const [returned, setReturned] = useState<readonly HistoryEntry[]>([])
  const [steps, setSteps] = useState<readonly Step[]>([])
  const [currentId, setCurrentId] = useState<string | null>(null)
  /** What is said of one mail goes out one after the other. */
  const lastSent = useRef(new Map<string, Promise<SortedMailOutput>>())

  const query = useQuery(reviewQuery(1 + Math.floor((skipped.size + underWay + early) / logsPageSize)))
  const listed = query.data?.entries ?? []
  const listedIds = new Set(listed.map(({ id }) => id))
  const back = returned.filter(({ id }) => !listedIds.has(id))
  const waiting = [...listed, ...back]
    .filter(({ id }) => !answered.has(id) && !skipped.has(id))
    .toSorted((a, b) => b.processed_at.localeCompare(a.processed_at))
  const hidden = listed.filter(({ id }) => answered.has(id) || skipped.has(id)).length
  const backHidden = back.filter(({ id }) => answered.has(id) || skipped.has(id)).length
  const current = waiting.find(({ id }) => id === currentId) ?? waiting[0] ?? null
  // Mail that arrives comes before it in the list; the one in focus stays.
  if (current && current.id !== currentId) setCurrentId(current.id)

  /** @returns the mail that is in focus then */
  const goOn = (): HistoryEntry | null => {
    const at = waiting.findIndex((each) => each === current)
    const next = waiting[at + 1] ?? (at > 0 ? waiting[0] : undefined) ?? null
    setCurrentId(next?.id ?? null)
    return next
  }
  const send = async (answer: ReviewAnswer): Promise<SortedMailOutput> => {
    const before = lastSent.current.get(answer.logId)
    const sent = (async () => {
      await before?.catch(() => undefined)
      return mutateAsync(answer)
    })()
    lastSent.current.set(answer.logId, sent)
    setUnderWay((n) => n + 1)
    try {
      return await sent
    } finally {
      setUnderWay((n) => n - 1)
    }
  }
  const hide = (entry: HistoryEntry): void => setAnswered((before) => new Set(before).add(entry.id))
  const show = (entry: HistoryEntry): void => {
    setAnswered((before) => without(before, entry.id))
    setReturned((before) => [...before.filter(({ id }) => id !== entry.id), entry])
  }
  const told = (waits: boolean, name: string): void => {
    if (waits)
      toastSuccess(`Moving to ${name}`, 'Outlook does not answer right now. The mail is moved as soon as it does.')
  }

  const put = async (entry: HistoryEntry, place: Destination): Promise<void> => {
    const answering = send({ action: 'move', logId: entry.id, folderId: place.id })
    const step: Step = { entry, place, answering }
    setSteps((before) => [...before, step])
    hide(entry)
    try {
      told((await answering).waiting, place.name)
    } catch (error) {
      setSteps((before) => before.filter((each) => each !== step))
      const isOver = error instanceof ApiError && settles.has(error.code)
      if (isOver) hide(entry)
      else show(entry)
      toastError(
        isOver ? 'Not moved' : 'Move failed',
        `“${subjectOf(entry)}”${isOver ? '' : ' is back in this list'}: ${messageOf(error)}`,
      )
    }
  }
  const takeBack = async (step: Step, place: Destination): Promise<void> => {
    const { entry } = step
    show(entry)
    try {
      await step.answering
    } catch {
      // Which was told.
      return
    }
    try {
      const { waiting, log } = await send({ action: 'take-back', logId: entry.id, folderId: place.id })
      told(waiting, 'Inbox')
      // What had been said in another window before stands again.
      if (!waiting && log.corrected_at !== null) hide(entry)
    } catch (error) {
      hide(entry)
      const mayBeTriedAgain = !isPermanent(error) || (error instanceof ApiError && error.code === 'mail_in_progress')
      if (mayBeTriedAgain) setSteps((before) => [...before, step])
      toastError('Undo failed', `“${subjectOf(entry)}” stays where it is: ${messageOf(error)}`)
    }
  }

  return {
    query,
    current,
    left: Math.max(waiting.length, (query.data?.total ?? 0) - hidden + back.length - backHidden),
    skipped: skipped.size,
    lastStep: steps.at(-1) ?? null,
    /** @returns the next mail, null where none is left */
    answer(entry: HistoryEntry, place: Destination): HistoryEntry | null {
      void put(entry, place)
      return goOn()
    },
    /** It was moved elsewhere on the page. */
    moved(entry: HistoryEntry, place: Destination): HistoryEntry | null {
      setSteps((before) => [...before, { entry, place, answering: Promise.resolve() }])
      hide(entry)
      return goOn()
    },
    skip(entry: HistoryEntry): HistoryEntry | null {
      setSteps((before) => [...before, { entry, place: null, answering: Promise.resolve() }])
      setSkipped((before) => new Set(before).add(entry.id))
      return goOn()
    },
    undo(step: Step): void {
      setSteps((before) => before.filter((each) => each !== step))
      const { entry, place } = step
      setCurrentId(entry.id)
      if (place) void takeBack(step, place)
      else setSkipped((before) => without(before, entry.id))
    },
    showSkipped(): void {
      setSkipped(new Set())
      setSteps((before) => before.filter(({ place }) => place !== null))
    },
  }
}
export type Review = ReturnType<typeof useReview>
