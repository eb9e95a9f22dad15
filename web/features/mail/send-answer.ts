import { type QueryClient, QueryObserver } from '@tanstack/react-query'
import type { TidyUpPress } from '../../../contract/functions/tidy-up.ts'
import { isPermanent } from '../../api/api-error.ts'
import type { MailPlace } from '../../api/correct-sorting.ts'
import { type SortedMailInput, SortedMailOutput } from '../../../contract/functions/sorted-mail.ts'
import { callFunction } from '../../api/call-function.ts'
import type { HistoryEntry } from '../../api/processing-logs.ts'
import { logKeys, overviewKey, reviewCountKey } from '../../api/query-keys.ts'
import { reviewQuery } from '../../api/review.ts'
import { pressesQuery } from '../../api/tidy-up.ts'
import { progressPollMs } from '../../limits.ts'
import { callsFor, requestPress } from './press-requests.ts'
import type { ReviewEmail } from './review-groups.ts'

/** An answer that the server has taken. */
export interface SentAnswer {
  /** Those that it is about; of a large group, a later call may have failed. */
  emails: readonly ReviewEmail[]
  failure: unknown
  /** The mailbox does not respond: the email is moved later. */
  isDelayed: boolean
  /** Once all are moved: those that still await an answer. */
  left: () => Promise<readonly ReviewEmail[]>
  /** Ends once all are back. @returns as `isDelayed` */
  undo: () => Promise<boolean>
}

interface Answer {
  emails: readonly ReviewEmail[]
  to: MailPlace
  /** All that the review asks about. */
  all: readonly ReviewEmail[]
}

const lastCalls = new Map<string, Promise<unknown>>()

/** Runs the calls about an email one after the other: an answer waits for the undo of the former one. */
function inTurn<Result>(emails: readonly ReviewEmail[], call: () => Promise<Result>): Promise<Result> {
  const before = emails.map(({ entry }) => lastCalls.get(entry.id) ?? Promise.resolve())
  const turn = Promise.allSettled(before).then(call)
  for (const { entry } of emails) lastCalls.set(entry.id, turn)
  return turn
}

/** Sends an answer: about one email as a correction, about several as one press. */
export async function sendAnswer(client: QueryClient, answer: Answer): Promise<SentAnswer> {
  const { emails } = answer
  const [only] = emails
  const sent = await inTurn(emails, () =>
    emails.length === 1 && only ? sendOne(client, only, answer.to) : sendPress(client, answer),
  )
  return { ...sent, undo: () => inTurn(emails, sent.undo) }
}

async function sendOne(client: QueryClient, email: ReviewEmail, { id: folderId }: MailPlace): Promise<SentAnswer> {
  const at = { logId: email.entry.id, folderId }
  const { waiting } = await answerReview({ action: 'move', ...at })
  return {
    emails: [email],
    failure: null,
    isDelayed: waiting,
    left: async () => {
      await refreshReview(client)
      return []
    },
    undo: async () => (await answerReview({ action: 'take-back', ...at })).waiting,
  }
}

async function sendPress(client: QueryClient, { emails, to: { id: folderId }, all }: Answer): Promise<SentAnswer> {
  const mailboxId = emails[0]?.entry.mailbox_id ?? ''
  const pressIds: string[] = []
  const sent: ReviewEmail[] = []
  let failure: unknown = null
  try {
    const ofMailbox = all.filter(({ entry }) => entry.mailbox_id === mailboxId)
    for (const call of callsFor(emails, ofMailbox)) {
      const input = { mailboxId, messageIds: call.emails.map(({ messageId }) => messageId), isPart: call.isPart }
      const [press] = await requestPress(
        client,
        folderId === null ? { action: 'leave', ...input } : { action: 'file', ...input, folderId, move: true },
      )
      if (press) pressIds.push(press.id)
      sent.push(...call.emails)
    }
  } catch (error) {
    if (sent.length === 0) throw error
    failure = error
  }
  return {
    emails: sent,
    failure,
    isDelayed: false,
    left: async () => {
      const presses = await untilEnded(client, { mailboxId, pressIds, ends: ['done', 'undone'] })
      const listed = new Set((await refreshReview(client)).map(({ id }) => id))
      if (presses.some(({ state }) => state === 'undone')) return []
      return sent.filter(({ entry }) => listed.has(entry.id))
    },
    undo: async () => {
      for (const pressId of pressIds) await requestPress(client, { action: 'undo', mailboxId, pressId })
      await untilEnded(client, { mailboxId, pressIds, ends: ['undone'] })
      return false
    },
  }
}

interface Awaited {
  mailboxId: string
  pressIds: readonly string[]
  ends: readonly TidyUpPress['state'][]
}

/** Asks for presses until their emails are moved, or moved back. */
async function untilEnded(client: QueryClient, { mailboxId, pressIds, ends }: Awaited): Promise<TidyUpPress[]> {
  for (;;) {
    const known = await client
      .fetchQuery({ ...pressesQuery(mailboxId), staleTime: progressPollMs / 2 })
      .catch((error: unknown) => (isPermanent(error) ? [] : null))
    const presses = known?.filter(({ id }) => pressIds.includes(id))
    if (presses?.every(({ state }) => ends.includes(state))) return presses
    await new Promise((resolve) => setTimeout(resolve, progressPollMs))
  }
}

/** Moves an email to a folder (null: inbox), or takes the previous answer back. */
const answerReview = (answer: SortedMailInput) => callFunction('sorted-mail', answer, SortedMailOutput)

/** What an answer changes is read again; the review also where no screen shows it. @returns what it lists then */
export async function refreshReview(client: QueryClient): Promise<HistoryEntry[]> {
  void client.invalidateQueries({ queryKey: reviewCountKey })
  // Polled.
  void client.invalidateQueries({ queryKey: overviewKey, refetchType: 'none' })
  void client.invalidateQueries({ queryKey: logKeys.all, predicate: ({ queryKey }) => queryKey[1] !== 'review' })
  const observer = new QueryObserver(client, reviewQuery())
  // Without one of its own, the read would end with the screen that shows the review.
  const stop = observer.subscribe(() => undefined)
  try {
    return (await observer.refetch({ throwOnError: true })).data?.entries ?? []
  } finally {
    stop()
  }
}
