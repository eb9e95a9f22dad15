import { sql } from 'kysely'
import { z } from 'zod'
import { LogStatus, ReasonCode } from '../../contract/reasons.ts'
import type { Database } from '../../server/db/database.ts'
import type { SortingModel, ModelMessage } from './reference-model.ts'

/**
 * Invariants of sorting, checked on a database and a sandbox. Nothing here needs the test runner: a program that runs
 * for days can call the same functions.
 */
interface ObservedSystem {
  db: Database
  /** Calls the sandbox's control API. */
  control: (method: string, path: string) => Promise<unknown>
}

interface LogRow {
  message_id: string
  status: string
  reason: string | null
  moved_at: Date | null
  decided_by: string | null
  counted_month: string | null
  /** Outlook's id of the target folder; null where there is none. */
  target: string | null
}

export interface Observation {
  rows: LogRow[]
  /** Ids of messages that wait in the inbox table. */
  waiting: string[]
  usage: { month: string; emails_processed: number }[]
  monthlyLimit: number
  /** Outlook's messages by id. */
  outlook: Map<string, { folder: string; folderId: string }>
  /** How often Outlook confirmed to us that it moved a message, by its id. */
  confirmedMoves: Map<string, number>
  /** Messages that a call of ours may have moved although its response was lost. */
  uncertainMoves: Set<string>
  /** Ids of the mailbox's subscriptions at Microsoft, and the one that we have stored. */
  subscriptions: string[]
  storedSubscription: string | null
  /** Calls of ours that create or delete messages or folders. */
  forbiddenCalls: string[]
}

const Messages = z.array(z.object({ id: z.string(), folder: z.string(), parentFolderId: z.string() }))
const Subscriptions = z.array(z.object({ id: z.string(), mailbox: z.string() }))
const Calls = z.array(z.object({ service: z.string(), method: z.string(), path: z.string(), status: z.number() }))

/** Reads the state of one mailbox. @param at its user must have no other mailbox, since the count is per user */
export async function observe(
  { db, control }: ObservedSystem,
  at: { mailboxId: string; userId: string; email: string },
): Promise<Observation> {
  const [stored, messages, calls, subscriptions] = await Promise.all([
    db.asService(async (tx) => ({
      rows: await tx
        .selectFrom('email_processing_logs as l')
        .leftJoin('email_folders as f', 'f.id', 'l.target_folder_id')
        .select(['l.message_id', 'l.status', 'l.reason', 'l.moved_at', 'l.decided_by', 'l.counted_month'])
        .select('f.provider_folder_id as target')
        .where('l.mailbox_id', '=', at.mailboxId)
        .execute(),
      waiting: await tx
        .selectFrom('app.inbox_events')
        .select('message_id')
        .where('mailbox_id', '=', at.mailboxId)
        .execute(),
      usage: await tx
        .selectFrom('usage')
        .select(['month', 'emails_processed'])
        .where('user_id', '=', at.userId)
        .execute(),
      subscription: await tx
        .selectFrom('app.graph_subscriptions')
        .select('provider_subscription_id as id')
        .where('mailbox_id', '=', at.mailboxId)
        .executeTakeFirst(),
      limits: await sql<{ total: number }>`select app.email_limit_total(${at.userId}::uuid) as total`.execute(tx),
    })),
    control('GET', `/control/outlook/${at.email}/messages`),
    control('GET', `/control/log?mailbox=${encodeURIComponent(at.email)}`),
    control('GET', '/control/subscriptions'),
  ])
  const outlook = Messages.parse(messages).map(({ id, folder, parentFolderId }) => {
    return [id, { folder, folderId: parentFolderId }] as const
  })
  return {
    rows: stored.rows,
    waiting: stored.waiting.map((event) => event.message_id),
    usage: stored.usage,
    monthlyLimit: stored.limits.rows[0]?.total ?? 0,
    outlook: new Map(outlook),
    subscriptions: Subscriptions.parse(subscriptions).flatMap(({ id, mailbox }) => (mailbox === at.email ? [id] : [])),
    storedSubscription: stored.subscription?.id ?? null,
    ...ourChanges(Calls.parse(calls)),
  }
}

/** What we changed in Outlook, by the journal of its calls. */
function ourChanges(
  calls: z.infer<typeof Calls>,
): Pick<Observation, 'confirmedMoves' | 'uncertainMoves' | 'forbiddenCalls'> {
  const confirmedMoves = new Map<string, number>()
  const uncertainMoves = new Set<string>()
  const forbiddenCalls: string[] = []
  for (const { service, method, path, status } of calls) {
    if (service !== 'graph' || method === 'GET') continue
    const moved = /\/messages\/([^/?]+)\/move$/.exec(path)?.[1]
    if (moved !== undefined) {
      const id = decodeURIComponent(moved)
      if (status === 201) confirmedMoves.set(id, (confirmedMoves.get(id) ?? 0) + 1)
      else if (status === 0 || status === 504) uncertainMoves.add(id)
      continue
    }
    const isAllowed = /\/subscriptions(\/|$)/.test(path) || method === 'PATCH' || path.endsWith('/$batch')
    if (!isAllowed) forbiddenCalls.push(`${method} ${path}`)
  }
  return { confirmedMoves, uncertainMoves, forbiddenCalls }
}

/**
 * Checks what holds at every moment, and remembers where the messages are.
 * @returns the violations
 */
export function checkAlways(model: SortingModel, seen: Observation): string[] {
  const violations = [
    ...checkLog(model, seen),
    ...checkCount(model, seen),
    ...seen.forbiddenCalls.map((call) => `A call that sorting may not make: ${call}`),
    ...[...seen.outlook.keys()].filter((id) => !model.messages.has(id)).map((id) => `${id} was created in Outlook`),
  ]
  for (const [id, count] of seen.confirmedMoves) if (count > 1) violations.push(`${id} was moved ${count} times by us`)
  for (const message of model.messages.values()) violations.push(...checkMessage(message, seen))
  return violations
}

function checkLog(model: SortingModel, { rows, outlook, confirmedMoves, uncertainMoves }: Observation): string[] {
  const violations: string[] = []
  const ids = new Set<string>()
  for (const row of rows) {
    const name = `${row.message_id} (${row.status}, ${row.reason})`
    if (ids.has(row.message_id)) violations.push(`${name} has a second row in the processing log`)
    ids.add(row.message_id)
    const message = model.messages.get(row.message_id)
    if (!message) {
      violations.push(`${name} has a row, and never arrived`)
      continue
    }
    if (!LogStatus.safeParse(row.status).success) violations.push(`${name} has an unknown status`)
    if (row.status === 'processing') continue
    if (!ReasonCode.safeParse(row.reason).success) violations.push(`${name} ended without a reason`)
    if ((row.reason === 'sorted') !== (row.status === 'processed')) violations.push(`${name} has the wrong reason`)
    const byUs = row.status === 'processed' && row.moved_at !== null && row.decided_by !== 'user'
    if (!byUs) continue
    if (!confirmedMoves.has(row.message_id) && !uncertainMoves.has(row.message_id) && message.userFolder === null)
      violations.push(`${name} was reported as moved, and Outlook did not move it`)
    const place = outlook.get(row.message_id)
    if (message.userFolder === null && place?.folderId !== row.target)
      violations.push(`${name} was reported as moved, and is in ${place?.folder}`)
  }
  return violations
}

function checkCount(model: SortingModel, { rows, usage, monthlyLimit }: Observation): string[] {
  const violations: string[] = []
  const counted = new Map(model.countedBefore)
  for (const { counted_month: month } of rows) if (month) counted.set(month, (counted.get(month) ?? 0) + 1)
  for (const { month, emails_processed: count } of usage) {
    if (count !== (counted.get(month) ?? 0))
      violations.push(`${count} emails are counted in ${month}, and ${counted.get(month) ?? 0} rows`)
    if (count > monthlyLimit) violations.push(`${count} emails are counted in ${month}, above ${monthlyLimit}`)
    counted.delete(month)
  }
  for (const [month, count] of counted) if (count > 0) violations.push(`${count} emails of ${month} are not counted`)
  for (const row of rows)
    if (row.counted_month !== null && ['failed', 'limit_reached'].includes(row.status))
      violations.push(`${row.message_id} is counted, and ended as ${row.status}`)
  return violations
}

function checkMessage(message: ModelMessage, { rows, outlook }: Observation): string[] {
  const place = outlook.get(message.id)
  if (message.isDeleted) return place ? [`${message.id} is back after the user deleted it`] : []
  if (!place) return [`${message.id} was deleted in Outlook`]
  const { lastFolder, userFolder, id } = message
  message.lastFolder = place.folder
  if (userFolder !== null)
    return place.folder === userFolder ? [] : [`${id} was moved to ${place.folder} after the user chose ${userFolder}`]
  if (message.duty === 'must-stay' && rows.some((row) => row.message_id === id))
    return [`${id} was processed although it arrived while real-time processing was off`]
  if (place.folder === lastFolder || lastFolder === 'Inbox') return []
  return [`${id} was moved from ${lastFolder} to ${place.folder}, and the user did not do it`]
}

/** Checks what holds once all faults are healed and nothing is due. @returns the violations */
export function checkAtRest(model: SortingModel, seen: Observation): string[] {
  const violations = seen.waiting.map((id) => `${id} still waits`)
  const expected = model.realTime ? [seen.storedSubscription] : []
  if (expected.join() !== seen.subscriptions.join())
    violations.push(`Subscriptions at Microsoft: ${seen.subscriptions.join()}; ours: ${expected.join()}`)
  const rows = new Map(seen.rows.map((row) => [row.message_id, row]))
  for (const message of model.messages.values()) {
    const row = rows.get(message.id)
    if (!row && message.duty === 'must-end') violations.push(`${message.id} was lost: it has no row`)
    if (!row) continue
    const name = `${message.id} (${row.status}, ${row.reason})`
    if (row.status === 'processing') violations.push(`${name} is unfinished`)
    const place = seen.outlook.get(message.id)
    const isSorted = row.status === 'processed' && row.moved_at !== null
    // A message that the user moved may be in a folder whose moves are not recorded.
    if (message.userFolder === null && place && isSorted !== (place.folder !== 'Inbox'))
      violations.push(`${name} is in ${place.folder}`)
    if (row.status === 'failed') violations.push(`${name} failed although every fault was temporary`)
  }
  return violations
}
