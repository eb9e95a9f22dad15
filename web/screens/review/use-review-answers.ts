import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { TidyUpPress } from '../../../contract/functions/tidy-up.ts'
import { reviewCountKey } from '../../api/query-keys.ts'
import { reviewQuery, useAnswerReview } from '../../api/review.ts'
import { pressesQuery } from '../../api/tidy-up.ts'
import { callsFor, useOrder, usePressRequest } from '../../features/mail/press-requests.ts'
import type { ReviewEmail } from '../../features/mail/review-groups.ts'
import { progressPollMs } from '../../limits.ts'
import type { Destination } from './review-destinations.ts'

/** An answer that the server has taken. */
export interface SentAnswer {
  /** Those that it is about; of a large group, a later call may have failed. */
  emails: readonly ReviewEmail[]
  failure: unknown
  /** The mailbox does not respond: the email is moved later. */
  isDelayed: boolean
  /** Ends with those that were not moved, once all others are. */
  notMoved: Promise<readonly ReviewEmail[]>
  /** @returns whether an earlier answer of another window is in effect again */
  undo: () => Promise<{ isDelayed: boolean; isAnswered: boolean }>
}

/** Sends answers: about one email as a correction, about several as one press. */
export function useReviewAnswers(all: readonly ReviewEmail[]) {
  const sendOne = useSendOne()
  const sendPress = useSendPress(all)
  const inTurn = useTurns()
  return (emails: readonly ReviewEmail[], destination: Destination): Promise<SentAnswer> => {
    const [email] = emails
    const send = emails.length === 1 && email ? () => sendOne(email, destination) : () => sendPress(emails, destination)
    const sent = inTurn(emails, send)
    return sent.then((answer) => ({ ...answer, undo: () => inTurn(emails, answer.undo) }))
  }
}

/** Runs the calls about an email one after the other. */
function useTurns() {
  const last = useRef(new Map<string, Promise<unknown>>())
  return <Result>(emails: readonly ReviewEmail[], call: () => Promise<Result>): Promise<Result> => {
    const before = emails.map(({ entry }) => last.current.get(entry.id) ?? Promise.resolve())
    const turn = Promise.allSettled(before).then(call)
    for (const { entry } of emails) last.current.set(entry.id, turn)
    return turn
  }
}

function useSendOne() {
  const { mutateAsync } = useAnswerReview()
  return async (email: ReviewEmail, { id: folderId }: Destination): Promise<SentAnswer> => {
    const at = { logId: email.entry.id, folderId }
    const { waiting } = await mutateAsync({ action: 'move', ...at })
    return {
      emails: [email],
      failure: null,
      isDelayed: waiting,
      notMoved: Promise.resolve([]),
      undo: async () => {
        const undone = await mutateAsync({ action: 'take-back', ...at })
        return { isDelayed: undone.waiting, isAnswered: !undone.waiting && undone.log.corrected_at !== null }
      },
    }
  }
}

function useSendPress(all: readonly ReviewEmail[]) {
  const client = useQueryClient()
  const request = usePressRequest()
  const inOrder = useOrder()
  const refresh = (): void => {
    void client.invalidateQueries({ queryKey: ['logs'] })
    void client.invalidateQueries({ queryKey: reviewCountKey })
  }
  const untilEnded = useUntilEnded()

  return async (emails: readonly ReviewEmail[], { id: folderId }: Destination): Promise<SentAnswer> => {
    const mailboxId = emails[0]?.entry.mailbox_id ?? ''
    const pressIds: string[] = []
    const sent: ReviewEmail[] = []
    let failure: unknown = null
    try {
      const ofMailbox = all.filter(({ entry }) => entry.mailbox_id === mailboxId)
      for (const call of callsFor(emails, ofMailbox)) {
        const input = { mailboxId, messageIds: call.emails.map(({ messageId }) => messageId), isPart: call.isPart }
        const [press] = await inOrder(() =>
          request(
            folderId === null ? { action: 'leave', ...input } : { action: 'file', ...input, folderId, move: true },
          ),
        )
        if (press) pressIds.push(press.id)
        sent.push(...call.emails)
      }
    } catch (error) {
      if (sent.length === 0) throw error
      failure = error
    }
    const notMoved = async (): Promise<readonly ReviewEmail[]> => {
      const presses = await untilEnded(mailboxId, pressIds)
      refresh()
      if (presses.some(({ state }) => state === 'undone')) return []
      const { entries } = await client.fetchQuery({ ...reviewQuery(), staleTime: 0 })
      const left = new Set(entries.map(({ id }) => id))
      return sent.filter(({ entry }) => left.has(entry.id))
    }
    return {
      emails: sent,
      failure,
      isDelayed: false,
      notMoved: notMoved(),
      undo: async () => {
        for (const pressId of pressIds) await inOrder(() => request({ action: 'undo', mailboxId, pressId }))
        await untilEnded(mailboxId, pressIds)
        refresh()
        return { isDelayed: false, isAnswered: false }
      },
    }
  }
}

/** Asks for presses until their emails are moved, or moved back. */
function useUntilEnded() {
  const client = useQueryClient()
  return async (mailboxId: string, pressIds: readonly string[]): Promise<TidyUpPress[]> => {
    for (;;) {
      const known = await client
        .fetchQuery({ ...pressesQuery(mailboxId), staleTime: progressPollMs / 2 })
        .catch(() => null)
      const presses = known?.filter(({ id }) => pressIds.includes(id))
      if (presses?.every(({ state }) => state === 'done' || state === 'undone')) return presses
      await new Promise((resolve) => setTimeout(resolve, progressPollMs))
    }
  }
}
