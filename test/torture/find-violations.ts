import { messageConcurrency, messageMaxAttempts } from '../../server/limits.ts'
import type { LogRow } from './stored-state.ts'
import type { GraphCall } from './mailboxes.ts'

/** Everything that is known of a mailbox after the run. */
interface FinalState {
  /** Ids of the delivered messages. */
  delivered: ReadonlySet<string>
  /** Messages in the mailbox before the first delivery. */
  before: number
  log: readonly LogRow[]
  /** Workers that were killed. */
  kills: number
  /** Counted messages by month. */
  usage: readonly { month: string; messages: number }[]
  outlook: readonly { id: string; folder: string; isDraft: boolean; conversationId: string }[]
  calls: readonly GraphCall[]
  /** Message id → time at which the user moved it back to the inbox. */
  movedBack: ReadonlyMap<string, Date>
}

/** The numbers are those of docs/invariants.md. @returns one line for each violated rule and message */
export function findViolations(state: FinalState): string[] {
  return [
    ...lostMessages(state),
    ...doubleMoves(state),
    ...untrueRows(state),
    ...addedMessages(state),
    ...movesAgainstUser(state),
    ...wrongDrafts(state),
    ...wrongUsage(state),
    ...innocentPoison(state),
  ]
}

function lostMessages({ delivered, log }: FinalState): string[] {
  const rows = Map.groupBy(log, ({ messageId }) => messageId)
  return [...delivered].flatMap((id) => {
    const [row, ...more] = rows.get(id) ?? []
    if (!row) return [`1: message ${id} has no row in the processing log`]
    return [
      ...(more.length > 0 ? [`2: message ${id} has ${more.length + 1} rows in the processing log`] : []),
      ...(row.status === 'processing' || row.reason === null ? [`3: message ${id} has no result`] : []),
      ...(row.status === 'failed' && row.reason !== 'poison' ? [`7: message ${id} failed with ${row.reason}`] : []),
    ]
  })
}

const movedId = ({ url, method }: GraphCall): string | undefined =>
  method === 'POST' ? /\/messages\/([^/]+)\/move$/.exec(url)?.[1] : undefined

function doubleMoves({ calls }: FinalState): string[] {
  const moves = Map.groupBy(
    calls.filter((call) => movedId(call) && call.status === 201),
    (call) => decodeURIComponent(movedId(call) ?? ''),
  )
  return [...moves]
    .filter(([, list]) => list.length > 1)
    .map(([id, list]) => `2: message ${id} was moved ${list.length} times: ${list.map(({ at }) => at).join(', ')}`)
}

function movesAgainstUser({ calls, movedBack }: FinalState): string[] {
  return calls.flatMap((call) => {
    const id = decodeURIComponent(movedId(call) ?? '')
    const since = movedBack.get(id)
    const isLater = since && call.status === 201 && new Date(call.at) > since
    return isLater ? [`5: message ${id} was moved after the user had taken it back`] : []
  })
}

function untrueRows({ log, outlook, movedBack }: FinalState): string[] {
  const folders = new Map(outlook.map(({ id, folder }) => [id, folder]))
  return log.flatMap(({ messageId, movedAt }) => {
    const isInInbox = folders.get(messageId) === 'Inbox'
    if (movedBack.has(messageId)) return isInInbox ? [] : [`5: message ${messageId} is not where the user put it`]
    return (movedAt === null) === isInInbox ? [] : [`24: the row of message ${messageId} does not tell where it is`]
  })
}

function addedMessages({ delivered, before, outlook }: FinalState): string[] {
  const messages = outlook.filter(({ isDraft }) => !isDraft).length
  const expected = delivered.size + before
  return messages === expected ? [] : [`4: the mailbox has ${messages} messages and not ${expected}`]
}

function wrongDrafts({ log, outlook }: FinalState): string[] {
  const conversations = new Map(outlook.map(({ id, conversationId }) => [id, conversationId]))
  const drafts = Map.groupBy(
    outlook.filter(({ isDraft }) => isDraft),
    ({ conversationId }) => conversationId,
  )
  return log.flatMap(({ messageId, runs }) => {
    const found = drafts.get(conversations.get(messageId) ?? '')?.length ?? 0
    const done = runs.filter(({ status }) => status === 'done').length
    if (found > runs.length) return [`8: message ${messageId} has ${found} drafts for ${runs.length} runs`]
    return done > found ? [`9: message ${messageId} has ${found} drafts, but ${done} runs are done`] : []
  })
}

function wrongUsage({ log, usage }: FinalState): string[] {
  const counts = new Map(usage.map(({ month, messages }) => [month, messages]))
  const counted = Map.groupBy(log, ({ countedMonth }) => countedMonth)
  const months = new Set([...counts.keys(), ...log.flatMap(({ countedMonth }) => countedMonth ?? [])])
  return [...months].flatMap((month) => {
    const [count = 0, expected = 0] = [counts.get(month), counted.get(month)?.length]
    return count === expected ? [] : [`20: ${count} messages are counted in ${month} and not ${expected}`]
  })
}

/** A message may only be given up after that many workers have died while they processed it. */
function innocentPoison({ log, kills }: FinalState): string[] {
  const given = log.filter(({ reason }) => reason === 'poison').length
  const possible = Math.floor(kills / messageMaxAttempts) * messageConcurrency
  return given > possible ? [`7: ${given} messages were given up after ${kills} kills`] : []
}
