import { sql } from 'kysely'
import type { Tx } from '../../../db/database.ts'
import { isNodeDead } from '../../../db/presence.ts'
import { mailboxConcurrency } from '../../limits.ts'
import { fairSlots, type Demand } from './fair-slots.ts'

/** More nodes than slots: a node gives up its last slot after this time. */
const slotTurnMs = 500

/** Channel on which nodes announce that a mailbox's slots should be divided again, or that it is paused. */
export const slotChannel = 'graph_slots'

/** What a node reports about a mailbox. */
export interface SlotRequest {
  mailboxId: string
  node: number
  /** Calls that run or wait; 0 gives all slots back. */
  wanted: number
  /** Slots that the node goes on using, at most those that it holds. */
  kept: number
}

export interface SlotGrant {
  held: number
  /** The node's fair share: what it holds beyond it is given back as soon as its calls end. */
  share: number
  /** Other nodes want slots as well. */
  isShared: boolean
  pausedUntil: Date | null
}

interface SlotRow extends Demand {
  isDead: boolean
}

/**
 * Reports a node's demand and divides the mailbox's slots again. A slot belongs to a node as long as its row exists,
 * and only the rows of dead nodes are deleted by others, so the sum of all `held` never exceeds the limit.
 */
export async function exchangeSlots(tx: Tx, request: SlotRequest): Promise<SlotGrant> {
  const { mailboxId, node, wanted, kept } = request
  // The slots of a crash are lost with their holders, so the commit need not wait for the disk.
  await sql`select pg_advisory_xact_lock(hashtextextended(${mailboxId}, 7)),
    set_config('synchronous_commit', 'off', true)`.execute(tx)
  const { pausedUntil, rows } = await findSlots(tx, mailboxId)
  if (!rows) {
    // A disconnected mailbox is called by one node only, to end its subscription.
    const all = wanted === 0 ? 0 : mailboxConcurrency
    return { held: all, share: all, isShared: false, pausedUntil }
  }
  const before = rows.find((row) => row.node === node)
  const others = rows.filter((row) => row.node !== node && !row.isDead)
  const own: Demand = before ? { ...before, wanted } : { node, wanted, held: 0, sinceMs: 0 }
  const limits = { total: mailboxConcurrency, turnMs: slotTurnMs }
  const shares = fairSlots(wanted > 0 ? [...others, own] : others, limits)
  const isShared = others.length > 0
  const share = wanted > 0 && !isShared ? mailboxConcurrency : (shares.get(node) ?? 0)
  const free = mailboxConcurrency - others.reduce((sum, row) => sum + row.held, 0)
  const held = Math.max(Math.min(kept, own.held), Math.min(share, free), 0)

  const dead = rows.filter((row) => row.isDead && row.node !== node).map((row) => row.node)
  if (dead.length > 0)
    await tx.deleteFrom('app.graph_slots').where('mailbox_id', '=', mailboxId).where('node', 'in', dead).execute()
  await saveSlots(tx, { mailboxId, node, wanted, held })

  const isWaiting = (row: Demand, has: number): boolean => has < (shares.get(row.node) ?? 0)
  const asksForMore = wanted > (before?.wanted ?? 0) && isWaiting(own, held)
  const givesBack = held < own.held && others.some((row) => isWaiting(row, row.held))
  if (asksForMore || givesBack) await announceSlots(tx, mailboxId, node)
  return { held, share, isShared, pausedUntil }
}

async function findSlots(tx: Tx, mailboxId: string): Promise<{ pausedUntil: Date | null; rows: SlotRow[] | null }> {
  const found = await tx
    .selectFrom('app.mailbox_sync_states as w')
    .leftJoin('app.graph_slots as s', 's.mailbox_id', 'w.mailbox_id')
    .select(['w.paused_until', 's.node', 's.wanted', 's.held'])
    .select(sql<number>`(extract(epoch from now() - s.since) * 1000)::float8`.as('since_ms'))
    .select(isNodeDead(sql.ref('s.node')).as('is_dead'))
    .where('w.mailbox_id', '=', mailboxId)
    .execute()
  const rows = found.flatMap(({ node, wanted, held, since_ms: sinceMs, is_dead: isDead }) =>
    node === null || wanted === null || held === null ? [] : [{ node, wanted, held, sinceMs, isDead }],
  )
  return { pausedUntil: found[0]?.paused_until ?? null, rows: found.length === 0 ? null : rows }
}

async function saveSlots(
  tx: Tx,
  { mailboxId, node, wanted, held }: Omit<SlotRequest, 'kept'> & { held: number },
): Promise<void> {
  if (wanted === 0 && held === 0) {
    await tx.deleteFrom('app.graph_slots').where('mailbox_id', '=', mailboxId).where('node', '=', node).execute()
    return
  }
  const values = { wanted: Math.max(1, wanted), held }
  await tx
    .insertInto('app.graph_slots')
    .values({ mailbox_id: mailboxId, node, ...values })
    .onConflict((conflict) =>
      conflict.columns(['mailbox_id', 'node']).doUpdateSet({
        ...values,
        since: sql<Date>`case when (graph_slots.held > 0) = (excluded.held > 0) then graph_slots.since else now() end`,
      }),
    )
    .execute()
}

/** Other nodes react immediately where notifications of the database arrive, else at their next interval. */
export async function announceSlots(tx: Tx, mailboxId: string, node: number | null): Promise<void> {
  await sql`select pg_notify(${slotChannel}, ${JSON.stringify({ mailboxId, node })})`.execute(tx)
}

/** Of the mailboxes whose slots this node holds: those that other nodes want too, and the pauses of all. */
export async function findSharedMailboxes(
  tx: Tx,
  { node, mailboxIds }: { node: number; mailboxIds: string[] },
): Promise<{ mailboxId: string; isShared: boolean; pausedUntil: Date }[]> {
  const rows = await tx
    .selectFrom('app.mailbox_sync_states as w')
    .select(['w.mailbox_id', 'w.paused_until'])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('app.graph_slots as s')
            .select('s.node')
            .whereRef('s.mailbox_id', '=', 'w.mailbox_id')
            .where('s.node', '<>', node),
        )
        .as('is_shared'),
    )
    .where('w.mailbox_id', 'in', mailboxIds)
    .execute()
  return rows.map((row) => ({
    mailboxId: row.mailbox_id,
    isShared: Boolean(row.is_shared),
    pausedUntil: row.paused_until,
  }))
}
