import { sql } from 'kysely'
import { addMs } from '../../clock.ts'
import { tokenRefreshThresholdMs } from '../../../contract/limits.ts'
import type { Config } from '../../config.ts'
import type { Tx } from '../../db/database.ts'
import { shuffledAt } from '../../db/shuffle.ts'
import { isClaimFree } from '../../db/presence.ts'
import {
  baselineFewExamples,
  baselineMinIntervalWithFewExamplesMs,
  bulkUndoMaxAgeMs,
  tidyUpUndoMs,
} from '../../limits.ts'
import { catchUpIntervalMs, folderSyncIntervalMs, reconcileBatchSize, subscriptionRenewalMs } from '../limits.ts'
import { isReleased } from '../inbox-events/inbox-event-queries.ts'
import { callable } from '../access/callable-mailbox-queries.ts'
import { hasFolderChangesSince } from '../folders/folder-queries.ts'
import { outageProbeAt } from '../access/outage-probe-queries.ts'

/** A mailbox is idle after this time without a new email. */
const idleMailboxAfterMs = 24 * 60 * 60_000
/** Mailboxes that try a provider when its next probe is due. Only one call is made; the others are for ended grants. */
const outageProbeBatchSize = 3

type Notifications = Pick<Config, 'notifications'>

/** Mailboxes whose last delta query is too old. */
export function dueForCatchUp(tx: Tx, now: Date): Promise<string[]> {
  return idsOf(
    callable(tx, now)
      .where('m.real_time', '=', true)
      .where((eb) =>
        eb.or([eb('w.caught_up_until', 'is', null), eb('w.caught_up_until', '<=', addMs(now, -catchUpIntervalMs))]),
      )
      .orderBy(sql`w.caught_up_until nulls first`),
  )
}

/** Mailboxes that are polled, because no change notification announces their messages. */
export async function findPolledMailboxes(tx: Tx, now: Date) {
  const rows = await callable(tx, now)
    .leftJoin('app.graph_subscriptions as s', 's.mailbox_id', 'm.id')
    .select(['m.user_id', 'w.caught_up_until'])
    .select(
      sql<boolean>`not exists (select from public.email_processing_logs l
        where l.mailbox_id = m.id and l.user_id = m.user_id
          and l.processed_at > ${addMs(now, -idleMailboxAfterMs)})`.as('is_idle'),
    )
    .where('m.real_time', '=', true)
    .where((eb) => eb.or([eb('s.mailbox_id', 'is', null), eb('s.expires_at', '<=', now)]))
    .orderBy(sql`w.caught_up_until nulls first`)
    .execute()
  return rows.map((row) => ({
    mailboxId: row.id,
    userId: row.user_id,
    isIdle: row.is_idle,
    polledAt: row.caught_up_until,
  }))
}

/**
 * All mailboxes with real-time sorting, without a limit: after a start there is no next run that would find the rest.
 */
export function findRealTimeMailboxes(tx: Tx, now: Date): Promise<string[]> {
  return idsOf(callable(tx, now).where('m.real_time', '=', true).orderBy('m.id').clearLimit())
}

/** Mailboxes whose folders were read too long ago: Graph sends no notifications about folders. */
export function dueForSync(tx: Tx, now: Date): Promise<string[]> {
  return idsOf(
    callable(tx, now)
      .where('m.status', '=', 'active')
      .where((eb) =>
        eb.or([
          eb('w.folders_synced_at', 'is', null),
          eb('w.folders_synced_at', '<=', addMs(now, -folderSyncIntervalMs)),
        ]),
      )
      .orderBy(sql`w.folders_synced_at nulls first`),
  )
}

/**
 * Mailboxes with few training examples whose baseline does not know a new folder, a new name or changed
 * instructions: what these say counts most there, and the next folder sync may be hours away.
 */
export function dueForBaseline(tx: Tx, now: Date): Promise<string[]> {
  return idsOf(
    callable(tx, now)
      .innerJoin('app.mailbox_models as b', 'b.mailbox_id', 'm.id')
      .where('m.status', '=', 'active')
      .where('b.example_count', '<', baselineFewExamples)
      .where('b.baseline_created_at', '<=', addMs(now, -baselineMinIntervalWithFewExamplesMs))
      .where(hasFolderChangesSince('m.id', 'b.baseline_created_at')),
  )
}

/** Mailboxes whose Sent Items were read too long ago. The first read follows the first folder sync. */
export function dueForSentMail(tx: Tx, now: Date): Promise<string[]> {
  return idsOf(
    callable(tx, now)
      .where('m.status', '=', 'active')
      .where('m.real_time', '=', true)
      .where('m.keep_known_people', '=', true)
      .where('w.folders_synced_at', 'is not', null)
      .where((eb) =>
        eb.or([eb('w.sent_read_until', 'is', null), eb('w.sent_read_until', '<=', addMs(now, -catchUpIntervalMs))]),
      )
      .orderBy(sql`w.sent_read_until nulls first`),
  )
}

/** Mailboxes whose folders were checked too long ago for manual moves: change notifications cover the inbox only. */
export function dueForManualMoves(tx: Tx, now: Date): Promise<string[]> {
  return idsOf(
    callable(tx, now)
      .where('m.status', '=', 'active')
      .where('m.real_time', '=', true)
      .where('w.folders_synced_at', 'is not', null)
      .where((eb) =>
        eb.or([eb('w.moves_checked_at', 'is', null), eb('w.moves_checked_at', '<=', addMs(now, -catchUpIntervalMs))]),
      )
      .orderBy(sql`w.moves_checked_at nulls first`),
  )
}

/**
 * Subscriptions that are missing, due for renewal (see `isRenewalDue`), or left over after real-time sorting was
 * switched off. With `NOTIFICATIONS=poll` every subscription is left over.
 */
export function dueForSubscription(tx: Tx, now: Date, { notifications }: Notifications): Promise<string[]> {
  if (notifications === 'poll') return leftOverSubscriptions(tx, now)
  return idsOf(
    callable(tx, now)
      .leftJoin('app.graph_subscriptions as s', 's.mailbox_id', 'm.id')
      // A mailbox with tokens is one at Graph.
      .innerJoin('app.mailbox_tokens as t', 't.mailbox_id', 'm.id')
      .where('w.subscription_retry_at', '<=', now)
      .where((eb) =>
        eb.or([
          eb.and([eb('m.real_time', '=', true), eb('s.mailbox_id', 'is', null)]),
          eb.and([eb('m.real_time', '=', false), eb('s.mailbox_id', 'is not', null)]),
          eb('s.expires_at', '<=', now),
          eb('s.renewed_at', '<=', addMs(now, -subscriptionRenewalMs)),
          sql<boolean>`${now} - s.renewed_at >= s.expires_at - ${now}`,
        ]),
      )
      .orderBy(sql`s.expires_at nulls first`),
  )
}

const leftOverSubscriptions = (tx: Tx, now: Date): Promise<string[]> =>
  idsOf(callable(tx, now).innerJoin('app.graph_subscriptions as s', 's.mailbox_id', 'm.id'))

/** Access tokens that expire soon: refreshed in advance, and so that the grant does not expire unused. */
export function dueForRefresh(tx: Tx, now: Date): Promise<string[]> {
  return idsOf(
    callable(tx, now)
      .innerJoin('app.mailbox_tokens as t', 't.mailbox_id', 'm.id')
      .where('t.expires_at', '<=', addMs(now, tokenRefreshThresholdMs))
      .orderBy('t.expires_at'),
  )
}

/** Mailboxes with messages that are due: after a retry delay, a pause, a new sign-in, or the crash of a worker. */
export function dueForSorting(tx: Tx, now: Date): Promise<string[]> {
  return idsOf(
    callable(tx, now)
      .where('m.status', '=', 'active')
      .where((eb) =>
        eb.exists(
          eb
            .selectFrom('app.inbox_events')
            .select('seq')
            .where(sql<boolean>`inbox_events.mailbox_id = m.id`)
            .where('due_at', '<=', now)
            .where(isReleased),
        ),
      ),
  )
}

/** Mailboxes with email that stays in the inbox until it is filed; where there are too many, each time others. */
export function dueForDelayed(tx: Tx, now: Date): Promise<string[]> {
  return idsOf(
    callable(tx, now)
      .where('m.status', '=', 'active')
      .where('m.real_time', '=', true)
      .where(
        sql<boolean>`exists (select from public.email_processing_logs l
          where l.mailbox_id = m.id and l.status = 'left' and l.reason = 'delayed')`,
      )
      .orderBy(shuffledAt('m.id', now)),
  )
}

/** Mailboxes with a running backfill: the worker that fed it may have crashed. */
export function dueForBackfill(tx: Tx, now: Date): Promise<string[]> {
  return idsOf(
    callable(tx, now)
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

/** Mailboxes with a running scan of their senders: the worker may have crashed. */
export function dueForSenderScan(tx: Tx, now: Date): Promise<string[]> {
  return idsOf(
    callable(tx, now)
      .innerJoin('app.sender_scans as s', 's.mailbox_id', 'm.id')
      .where('m.status', '=', 'active')
      .where('s.state', '=', 'running'),
  )
}

/**
 * Mailboxes with a running bulk undo that no worker claims: the worker may have crashed. A bulk undo that waits for
 * Outlook has a delayed job; after a day it ends in any case.
 */
export function dueForUndo(tx: Tx, now: Date): Promise<string[]> {
  return idsOf(
    tx
      .selectFrom('app.bulk_undos')
      .select('mailbox_id as id')
      .where('state', '=', 'running')
      .where(isClaimFree('app.bulk_undos'))
      .where(
        sql<boolean>`(not is_waiting or claimed_until > '-infinity'
          or started_at <= ${addMs(now, -bulkUndoMaxAgeMs)}::timestamptz)`,
      )
      .limit(reconcileBatchSize),
  )
}

/** Mailboxes with an open press of Tidy up that no worker claims, as `dueForUndo`. */
export function dueForTidyUp(tx: Tx, now: Date): Promise<string[]> {
  return idsOf(
    tx
      .selectFrom('app.tidy_up_presses')
      .select('mailbox_id as id')
      .distinct()
      .where('state', 'in', ['running', 'undoing'])
      .where(isClaimFree('app.tidy_up_presses'))
      .where(
        sql<boolean>`(not is_waiting or claimed_until > '-infinity'
          or created_at <= ${addMs(now, -tidyUpUndoMs)}::timestamptz)`,
      )
      .limit(reconcileBatchSize),
  )
}

/**
 * While a provider has an outage, no mailbox that needs it is due (`callable`), except for these, once a probe is due:
 * one of their calls is made, and its success ends the outage. Each time others, since a mailbox may itself fail.
 */
export function dueForProbe(tx: Tx, now: Date): Promise<string[]> {
  const probeAt = outageProbeAt('m.id', now)
  return idsOf(
    tx
      .selectFrom('mailboxes as m')
      .innerJoin('app.mailbox_sync_states as w', 'w.mailbox_id', 'm.id')
      .select('m.id')
      .where('m.status', '<>', 'reauth_required')
      .where('m.real_time', '=', true)
      .where('w.paused_until', '<=', now)
      .where(sql<boolean>`${probeAt} <= ${now}`)
      .orderBy(shuffledAt('m.id', now))
      .limit(outageProbeBatchSize),
  )
}

async function idsOf(query: { execute(): Promise<{ id: string }[]> }): Promise<string[]> {
  return (await query.execute()).map(({ id }) => id)
}
