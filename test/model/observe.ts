import { sql } from 'kysely'
import { z } from 'zod'
import type { Database } from '../../server/db/database.ts'

/**
 * What a database and a sandbox show of a mailbox. Nothing here needs the test runner: a program that runs for days can
 * call the same functions.
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
  corrected_at: Date | null
  backfill_id: string | null
  /** Outlook's id of the target folder; null where there is none. */
  target: string | null
  target_name: string | null
}

export interface RunRow {
  id: string
  message_id: string
  action_type: string
  action_order: number
  status: string
  reason: string | null
}

/** A message that an action has created in Outlook. */
export interface Effect {
  runId: string
  id: string
  isDraft: boolean
  /** We have written its text. */
  isWritten: boolean
  to: string[]
  /** Changes with each of our changes, and not by those of the user. */
  version: string
}

export interface Observation {
  rows: LogRow[]
  runs: RunRow[]
  effects: Effect[]
  /** Ids of messages that wait in the inbox table. */
  waiting: string[]
  usage: { month: string; emails_processed: number }[]
  monthlyLimit: number
  mailboxStatus: string
  /** Outlook's messages by id, without those that actions have created. */
  outlook: Map<string, { folder: string; folderId: string }>
  /** How often Outlook confirmed to us that it moved a message, by its id. */
  confirmedMoves: Map<string, number>
  /** Messages that a call of ours may have moved although its response was lost. */
  uncertainMoves: Set<string>
  /** The mailbox's subscriptions at Microsoft, and the id of the one that we have stored. */
  subscriptions: { id: string; expirationDateTime: string }[]
  storedSubscription: string | null
  /** Number of calls to Graph so far. */
  graphCalls: number
  /** Calls of ours that create or delete messages or folders in a way that no action does. */
  forbiddenCalls: string[]
}

const Messages = z.array(
  z.object({
    id: z.string(),
    folder: z.string(),
    parentFolderId: z.string(),
    isDraft: z.boolean(),
    toRecipients: z.array(z.object({ emailAddress: z.object({ address: z.string() }) })),
    singleValueExtendedProperties: z.array(z.object({ value: z.string().nullable() })),
  }),
)
const Subscriptions = z.array(z.object({ id: z.string(), mailbox: z.string(), expirationDateTime: z.string() }))
const Calls = z.array(z.object({ service: z.string(), method: z.string(), path: z.string(), status: z.number() }))

interface Observed {
  mailboxId: string
  userId: string
  email: string
}

/** Reads the state of one mailbox. @param at its user must have no other mailbox, since the count is per user */
export async function observe({ db, control }: ObservedSystem, at: Observed): Promise<Observation> {
  const [stored, messages, calls, subscriptions] = await Promise.all([
    readStored(db, at),
    control('GET', `/control/outlook/${at.email}/messages`),
    control('GET', `/control/log?mailbox=${encodeURIComponent(at.email)}`),
    control('GET', '/control/subscriptions'),
  ])
  return {
    ...stored,
    ...splitMessages(Messages.parse(messages)),
    subscriptions: Subscriptions.parse(subscriptions).filter(({ mailbox }) => mailbox === at.email),
    ...ourCalls(Calls.parse(calls)),
  }
}

async function readStored(db: Database, { mailboxId, userId }: Observed) {
  return db.asService(async (tx) => {
    const subscription = await tx
      .selectFrom('app.graph_subscriptions')
      .select('provider_subscription_id as id')
      .where('mailbox_id', '=', mailboxId)
      .executeTakeFirst()
    const mailbox = tx.selectFrom('mailboxes').select('status').where('id', '=', mailboxId)
    const events = tx.selectFrom('app.inbox_events').select('message_id').where('mailbox_id', '=', mailboxId)
    const limits = await sql<{ total: number }>`select app.email_limit_total(${userId}::uuid) as total`.execute(tx)
    return {
      rows: await tx
        .selectFrom('email_processing_logs as l')
        .leftJoin('email_folders as f', 'f.id', 'l.target_folder_id')
        .select(['l.message_id', 'l.status', 'l.reason', 'l.moved_at', 'l.decided_by', 'l.counted_month'])
        .select(['l.corrected_at', 'l.backfill_id', 'f.provider_folder_id as target', 'f.display_name as target_name'])
        .where('l.mailbox_id', '=', mailboxId)
        .execute(),
      runs: await tx
        .selectFrom('email_action_runs as r')
        .innerJoin('email_processing_logs as l', 'l.id', 'r.log_id')
        .select(['r.id', 'l.message_id', 'r.action_type', 'r.action_order', 'r.status', 'r.reason'])
        .where('r.mailbox_id', '=', mailboxId)
        .execute(),
      waiting: (await events.execute()).map((event) => event.message_id),
      usage: await tx.selectFrom('usage').select(['month', 'emails_processed']).where('user_id', '=', userId).execute(),
      mailboxStatus: (await mailbox.executeTakeFirstOrThrow()).status,
      storedSubscription: subscription?.id ?? null,
      monthlyLimit: limits.rows[0]?.total ?? 0,
    }
  })
}

const uuidLength = 36

/** An action marks what it creates with the id of its run. */
function splitMessages(messages: z.infer<typeof Messages>): Pick<Observation, 'outlook' | 'effects'> {
  const outlook: Observation['outlook'] = new Map()
  const effects: Effect[] = []
  for (const { id, folder, parentFolderId, isDraft, toRecipients, singleValueExtendedProperties } of messages) {
    const marker = singleValueExtendedProperties[0]?.value
    const to = toRecipients.map(({ emailAddress }) => emailAddress.address)
    const runId = marker?.slice(0, uuidLength)
    const isWritten = marker !== runId
    if (runId === undefined) outlook.set(id, { folder, folderId: parentFolderId })
    else effects.push({ runId, id, isDraft, isWritten, to, version: [marker, isDraft, ...to].join() })
  }
  return { outlook, effects }
}

/** What we did in Outlook, by the journal of its calls. */
function ourCalls(
  all: z.infer<typeof Calls>,
): Pick<Observation, 'confirmedMoves' | 'uncertainMoves' | 'forbiddenCalls' | 'graphCalls'> {
  const confirmedMoves = new Map<string, number>()
  const uncertainMoves = new Set<string>()
  const forbiddenCalls: string[] = []
  const calls = all.filter(({ service }) => service === 'graph')
  for (const { method, path, status } of calls) {
    const moved = /\/messages\/([^/?]+)\/move$/.exec(path)?.[1]
    if (moved !== undefined) {
      const id = decodeURIComponent(moved)
      if (status === 201) confirmedMoves.set(id, (confirmedMoves.get(id) ?? 0) + 1)
      else if (status === 0 || status === 504) uncertainMoves.add(id)
    } else if (!isAllowed(method, path)) forbiddenCalls.push(`${method} ${path}`)
  }
  return { confirmedMoves, uncertainMoves, forbiddenCalls, graphCalls: calls.length }
}

const isAllowed = (method: string, path: string): boolean =>
  ['GET', 'PATCH'].includes(method) ||
  /\/subscriptions(\/|$)/.test(path) ||
  /\/messages\/[^/]+\/(createReply|createForward|send)$/.test(path) ||
  path.endsWith('/$batch')
