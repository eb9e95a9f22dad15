import { sql } from 'kysely'
import type { Tx } from '../../../db/database.ts'
import { isNodeDead } from '../../../db/presence.ts'

interface ConnectionKey {
  mailboxId: string
  node: number
}

/** How long a claim lasts that is not renewed: the node is suspended, or does not reach the database. */
const claimDuration = sql`interval '15 seconds'`
const watchDuration = sql`interval '1 minute'`
/** How long a node counts as waiting for the connection after it has tried to claim it. */
const wantedDuration = sql`interval '2 seconds'`

async function ensureRow(tx: Tx, mailboxId: string): Promise<void> {
  await sql`
    insert into app.imap_connections (mailbox_id, user_id)
    select m.id, m.user_id from public.mailboxes m where m.id = ${mailboxId}::uuid
    on conflict (mailbox_id) do nothing`.execute(tx)
}

/** @returns false while another node has the connection, which then gives it back soon */
export async function claimWork(tx: Tx, { mailboxId, node }: ConnectionKey): Promise<boolean> {
  await ensureRow(tx, mailboxId)
  const { rows } = await sql<{ isOurs: boolean }>`
    update app.imap_connections c set
      work_node = case when ${isFree('work', node)} then ${node} else c.work_node end,
      work_until = case when ${isFree('work', node)} then now() + ${claimDuration} else c.work_until end,
      work_wanted_until = case when ${isFree('work', node)} then '-infinity' else now() + ${wantedDuration} end
    where c.mailbox_id = ${mailboxId}::uuid
    returning c.work_node = ${node} as "isOurs"`.execute(tx)
  return rows[0]?.isOurs ?? true
}

const isFree = (kind: 'work' | 'watch', node: number) => {
  const claimed = sql.ref(`c.${kind}_node`)
  return sql`(${claimed} = ${node} or ${sql.ref(`c.${kind}_until`)} <= now() or ${isNodeDead(claimed)})`
}

/** @returns null where the claim is lost; `isWanted`: another node waits for the connection */
export async function keepWork(tx: Tx, { mailboxId, node }: ConnectionKey): Promise<{ isWanted: boolean } | null> {
  const { rows } = await sql<{ isWanted: boolean }>`
    update app.imap_connections c set work_until = now() + ${claimDuration}
    where c.mailbox_id = ${mailboxId}::uuid and c.work_node = ${node}
    returning c.work_wanted_until > now() as "isWanted"`.execute(tx)
  return rows[0] ?? null
}

export async function giveWorkBack(tx: Tx, { mailboxId, node }: ConnectionKey): Promise<void> {
  await sql`
    update app.imap_connections set work_node = null, work_until = '-infinity'
    where mailbox_id = ${mailboxId}::uuid and work_node = ${node}`.execute(tx)
}

/** @returns false while another node watches the mailbox */
export async function claimWatch(tx: Tx, { mailboxId, node }: ConnectionKey): Promise<boolean> {
  await ensureRow(tx, mailboxId)
  const { rows } = await sql`
    update app.imap_connections c set watch_node = ${node}, watch_until = now() + ${watchDuration}
    where c.mailbox_id = ${mailboxId}::uuid and ${isFree('watch', node)} returning 1`.execute(tx)
  return rows.length > 0
}

/** Another node that watches the mailbox notices it with its next claim, and ends its connection. */
export async function takeWatchOver(tx: Tx, { mailboxId, node }: ConnectionKey): Promise<void> {
  await sql`
    update app.imap_connections set watch_node = ${node}, watch_until = now() + ${watchDuration}
    where mailbox_id = ${mailboxId}::uuid and watch_node <> ${node}`.execute(tx)
}

export async function giveWatchBack(tx: Tx, { mailboxId, node }: ConnectionKey): Promise<void> {
  await sql`
    update app.imap_connections set watch_node = null, watch_until = '-infinity'
    where mailbox_id = ${mailboxId}::uuid and watch_node = ${node}`.execute(tx)
}
