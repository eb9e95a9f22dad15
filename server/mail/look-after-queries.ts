import { sql } from 'kysely'
import { days, hours, later, minutes } from '../clock.ts'
import { tokenRefreshThresholdMs } from '../../contract/limits.ts'
import type { Tx } from '../db/database.ts'
import { isOn } from './inbox-queries.ts'

const catchUpEveryMs = minutes(15)
const syncEveryMs = hours(6)
/** What is due beyond this comes with the next look, a minute later. */
const most = 1000

/** Live mailboxes that have not been caught up for a while, or never. */
export function dueForCatchUp(tx: Tx, now: Date): Promise<string[]> {
  return idsOf(
    live(tx, now)
      .where('m.real_time', '=', true)
      .where((eb) =>
        eb.or([eb('w.caught_up_until', 'is', null), eb('w.caught_up_until', '<=', later(now, -catchUpEveryMs))]),
      )
      .orderBy(sql`w.caught_up_until nulls first`),
  )
}

/** All live mailboxes, however many: after a start there is no next look that would find the rest. */
export function liveMailboxes(tx: Tx, now: Date): Promise<string[]> {
  return idsOf(live(tx, now).where('m.real_time', '=', true).orderBy('m.id').clearLimit())
}

/** Folders that were never read, or long ago: Outlook does not tell when they change. */
export function dueForSync(tx: Tx, now: Date): Promise<string[]> {
  return idsOf(
    live(tx, now)
      .where('m.status', '=', 'active')
      .where((eb) =>
        eb.or([eb('w.folders_synced_at', 'is', null), eb('w.folders_synced_at', '<=', later(now, -syncEveryMs))]),
      )
      .orderBy(sql`w.folders_synced_at nulls first`),
  )
}

/** Whoever the user wrote to since is not known yet; nobody is where it was switched off and on, or could not be read. Never read, it is read after the first sync. */
export function dueForSentMail(tx: Tx, now: Date): Promise<string[]> {
  return idsOf(
    live(tx, now)
      .where('m.status', '=', 'active')
      .where('m.real_time', '=', true)
      .where('m.keep_known_people', '=', true)
      .where('w.folders_synced_at', 'is not', null)
      .where((eb) =>
        eb.or([eb('w.sent_read_until', 'is', null), eb('w.sent_read_until', '<=', later(now, -catchUpEveryMs))]),
      )
      .orderBy(sql`w.sent_read_until nulls first`),
  )
}

/** Folders that were not looked into for a while, or never: Outlook tells of the inbox alone. */
export function dueForWatching(tx: Tx, now: Date): Promise<string[]> {
  return idsOf(
    live(tx, now)
      .where('m.status', '=', 'active')
      .where('m.real_time', '=', true)
      .where('w.folders_synced_at', 'is not', null)
      .where((eb) =>
        eb.or([eb('w.folders_watched_at', 'is', null), eb('w.folders_watched_at', '<=', later(now, -catchUpEveryMs))]),
      )
      .orderBy(sql`w.folders_watched_at nulls first`),
  )
}

/** Subscriptions that are missing, due for renewal (`isRenewalDue` says the same of one), or left over from a switch that is off. */
export function dueForTending(tx: Tx, now: Date): Promise<string[]> {
  return idsOf(
    live(tx, now)
      .leftJoin('app.graph_subscriptions as s', 's.mailbox_id', 'm.id')
      .where((eb) =>
        eb.or([
          eb.and([eb('m.real_time', '=', true), eb('s.mailbox_id', 'is', null)]),
          eb.and([eb('m.real_time', '=', false), eb('s.mailbox_id', 'is not', null)]),
          eb('s.expires_at', '<=', now),
          eb('s.renewed_at', '<=', later(now, -days(1))),
          sql<boolean>`${now} - s.renewed_at >= s.expires_at - ${now}`,
        ]),
      )
      .orderBy(sql`s.expires_at nulls first`),
  )
}

/** Access tokens that end soon: refreshed before anybody has to wait for it, and before the grant falls asleep. */
export function dueForRefresh(tx: Tx, now: Date): Promise<string[]> {
  return idsOf(
    live(tx, now)
      .innerJoin('app.mailbox_tokens as t', 't.mailbox_id', 'm.id')
      .where('t.expires_at', '<=', later(now, tokenRefreshThresholdMs))
      .orderBy('t.expires_at'),
  )
}

/** Mailboxes with waiting mail whose time has come: after a retry's wait, a pause, a new sign-in, or a worker that died. */
export function dueForDraining(tx: Tx, now: Date): Promise<string[]> {
  return idsOf(
    live(tx, now)
      .where('m.status', '=', 'active')
      .where((eb) =>
        eb.exists(
          eb
            .selectFrom('app.inbox_events')
            .select('seq')
            .where(sql<boolean>`inbox_events.mailbox_id = m.id`)
            .where('due_at', '<=', now)
            .where(isOn),
        ),
      ),
  )
}

/** Mailboxes whose existing mail is being sorted: whoever was at it may have died. */
export function dueForFeeding(tx: Tx, now: Date): Promise<string[]> {
  return idsOf(
    live(tx, now)
      .where('m.status', '=', 'active')
      .where((eb) =>
        eb.exists(
          eb
            .selectFrom('app.backfills as b')
            .select('b.id')
            .whereRef('b.mailbox_id', '=', 'm.id')
            .where('b.state', '=', 'running'),
        ),
      ),
  )
}

/**
 * Mailboxes of which many mails are being undone, by nobody just now: whoever was at it may have died. What waits for Outlook has a job that
 * knows for how long; after a day it ends in any case.
 */
export function dueForUndoing(tx: Tx, now: Date): Promise<string[]> {
  return idsOf(
    tx
      .selectFrom('app.bulk_undos')
      .select('mailbox_id as id')
      .where('state', '=', 'running')
      .where(sql<boolean>`claimed_until <= now()`)
      .where(
        sql<boolean>`(not is_waiting or claimed_until > '-infinity' or started_at <= ${later(now, -days(1))}::timestamptz)`,
      )
      .limit(most),
  )
}

/** Mailboxes that may be called: a sign-in that is over waits for the person, a pause for its end. */
function live(tx: Tx, now: Date) {
  return tx
    .selectFrom('mailboxes as m')
    .innerJoin('app.mailbox_work as w', 'w.mailbox_id', 'm.id')
    .select('m.id')
    .where('m.status', '<>', 'reauth_required')
    .where('w.paused_until', '<=', now)
    .limit(most)
}

async function idsOf(query: { execute(): Promise<{ id: string }[]> }): Promise<string[]> {
  return (await query.execute()).map(({ id }) => id)
}
