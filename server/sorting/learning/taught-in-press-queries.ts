import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/database.ts'

/** An email of a press, where the user has undone neither. */
const stands = (item: string) =>
  sql<boolean>`(p.state in ('running', 'done') and ${sql.ref(`${item}.outcome`)} is distinct from 'undone')`

/**
 * Locks the mailbox, so that two presses, or a press and an undo, run one after the other.
 * @returns false where it was disconnected
 */
export async function lockMailbox(tx: Tx, mailboxId: string): Promise<boolean> {
  const locked = tx.selectFrom('mailboxes').select('id').where('id', '=', mailboxId).forNoKeyUpdate()
  return (await locked.executeTakeFirst()) !== undefined
}

/**
 * Stores the corrections about the senders and lists of a press as all presses that stand say: one for each email
 * where all emails of a sender go to the same place, none where they go to several, or where the user has chosen single
 * emails only. So the order of presses and undos makes no difference. Corrections that come from elsewhere stay; an
 * older picked example is replaced as long as the press stands.
 */
export async function updatePressCorrections(tx: Tx, mailboxId: string, pressId: string): Promise<void> {
  const affected = sql<boolean>`exists (
    select from app.tidy_up_items a where a.press_id = ${pressId}::uuid and a.kind = i.kind and a.value = i.value)`
  await sql`
    delete from app.corrections c using app.tidy_up_items i, app.tidy_up_presses p
    where p.mailbox_id = ${mailboxId}::uuid and i.press_id = p.id and ${affected} and c.mailbox_id = p.mailbox_id
      and c.message_id = i.message_id and c.kind = i.kind and c.learned_by = 'example'
      and c.created_at = p.created_at`.execute(tx)
  await restoreReplaced(tx, mailboxId, affected)
  await sql`
    with last as (
      select distinct on (i.message_id) i.message_id, i.kind, i.value, i.user_id, i.press_id, p.folder_id, p.is_part,
        p.created_at
      from app.tidy_up_items i join app.tidy_up_presses p on p.id = i.press_id
      where p.mailbox_id = ${mailboxId}::uuid and ${stands('i')} and ${affected}
      order by i.message_id, p.created_at desc, p.id),
    agreed as (
      select kind, value from last group by kind, value
      having count(distinct coalesce(folder_id::text, 'inbox')) = 1 and not bool_and(is_part)),
    taught as (select * from last join agreed using (kind, value)),
    replaced as (
      update app.tidy_up_items i set replaced_folder_id = c.folder_id, replaced_created_at = c.created_at
      from taught t join app.corrections c on c.mailbox_id = ${mailboxId}::uuid and c.message_id = t.message_id
        and c.kind = t.kind and c.learned_by = 'example' and c.created_at < t.created_at
      where i.press_id = t.press_id and i.message_id = t.message_id)
    insert into app.corrections as c
      (mailbox_id, user_id, message_id, kind, value, folder_id, learned_by, created_at)
    select ${mailboxId}::uuid, user_id, message_id, kind, value, folder_id, 'example', created_at from taught
    on conflict (mailbox_id, message_id, kind, (learned_by = 'example')) do update
      set value = excluded.value, folder_id = excluded.folder_id, from_folder_id = null,
        created_at = excluded.created_at
      where c.created_at < excluded.created_at`.execute(tx)
}

/** Leaves out what was retracted or corrected otherwise since, and folders that were deleted. */
async function restoreReplaced(tx: Tx, mailboxId: string, affected: RawBuilder<boolean>): Promise<void> {
  await sql`
    with replaced as (
      select i.* from app.tidy_up_items i join app.tidy_up_presses p on p.id = i.press_id
      where p.mailbox_id = ${mailboxId}::uuid and i.replaced_created_at is not null and ${affected}),
    cleared as (
      update app.tidy_up_items i set replaced_folder_id = null, replaced_created_at = null from replaced r
      where i.press_id = r.press_id and i.message_id = r.message_id)
    insert into app.corrections (mailbox_id, user_id, message_id, kind, value, folder_id, learned_by, created_at)
    select ${mailboxId}::uuid, r.user_id, r.message_id, r.kind, r.value, r.replaced_folder_id, 'example',
      r.replaced_created_at
    from replaced r
    where exists (
        select from app.training_examples t where t.mailbox_id = ${mailboxId}::uuid and t.message_id = r.message_id
          and t.folder_id is not distinct from r.replaced_folder_id and t.is_correction and not t.is_retracted)
      and not exists (
        select from app.corrections c where c.mailbox_id = ${mailboxId}::uuid and c.message_id = r.message_id
          and c.learned_by <> 'example' and c.created_at > r.replaced_created_at)
    on conflict (mailbox_id, message_id, kind, (learned_by = 'example')) do nothing`.execute(tx)
}

/**
 * Retracts what the classifier has learned by the undone emails of a press, except what another press confirms. The
 * example of an email that was moved is only retracted: while it is in the folder, it would be learned again.
 * @returns whether the classifier has learned from any
 */
export async function retractTaughtExamples(tx: Tx, mailboxId: string, pressId: string): Promise<boolean> {
  const isOfPressOnly = sql<boolean>`i.press_id = ${pressId}::uuid and t.mailbox_id = ${mailboxId}::uuid
    and t.seq = i.example_seq and not exists (
      select from app.tidy_up_items o join app.tidy_up_presses p on p.id = o.press_id
      where o.message_id = i.message_id and o.example_seq = i.example_seq and ${stands('o')})`
  const isInInbox = sql<boolean>`(i.log_id is null or coalesce(i.outcome, '') = 'not_moved')`
  const deleted = await sql`
    delete from app.training_examples t using app.tidy_up_items i
    where ${isOfPressOnly} and ${isInInbox} returning 1`.execute(tx)
  const retracted = await sql`
    update app.training_examples t set is_retracted = true from app.tidy_up_items i
    where ${isOfPressOnly} and not ${isInInbox} returning 1`.execute(tx)
  return deleted.rows.length + retracted.rows.length > 0
}

/**
 * Marks an email that the user has returned to the inbox, or keeps there, as undone in the presses that move it or have
 * kept it.
 * @returns those presses
 */
export async function undoInPresses(tx: Tx, logId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update app.tidy_up_items i set outcome = 'undone' from app.tidy_up_presses p, public.email_processing_logs l
    where l.id = ${logId}::uuid and p.id = i.press_id and ${stands('i')}
      and case when p.folder_id is null then p.mailbox_id = l.mailbox_id and i.message_id = l.message_id
        else i.log_id = l.id and i.outcome is distinct from 'not_moved' end
    returning p.id`.execute(tx)
  const ids = rows.map(({ id }) => id)
  await sql`
    update app.tidy_up_presses p set state = 'undone' where p.id = any(${ids}::uuid[]) and not exists (
      select from app.tidy_up_items i where i.press_id = p.id and i.outcome is distinct from 'undone')`.execute(tx)
  return ids
}
