import { sql, type RawBuilder } from 'kysely'
import { isNodeDead } from '../../db/presence.ts'
import { fileServiceTimeoutMs, mailboxDraftTimeoutMs, mailboxEffectMaxWaitMs } from '../../limits.ts'

const draftTimeoutMs = mailboxEffectMaxWaitMs + mailboxDraftTimeoutMs
/** Time limit of the slowest call of a run in the clients (`server/vendors`), by the type of its action. */
const callTimeout = sql`case when run.action_type in ('draft_reply', 'forward_mail')
  then ${sql.lit(draftTimeoutMs)} else ${sql.lit(fileServiceTimeoutMs)} end * interval '1 millisecond'`

/** When no call of the unfinished runs is in flight any more: progress is saved directly before each call. */
const callsEndAt = (runs: RawBuilder<boolean>): RawBuilder<Date> =>
  sql<Date>`coalesce((select max(progress.updated_at + ${callTimeout})
    from public.email_action_runs run join app.action_progress progress on progress.run_id = run.id
    where run.status = 'running' and ${runs}), '-infinity')`

/** When no call for a message is in flight any more, by the database's clock. */
export const messageCallsEndAt = (message: string): RawBuilder<Date> =>
  callsEndAt(sql`run.log_id = ${sql.ref(`${message}.log_id`)}`)

/**
 * Whether another worker may have the claim: it has expired, or its node has died and no call of it is in flight. Such
 * a call can take effect after the next worker has looked for the effect and found none
 * (`docs/decisions/013-actions.md`).
 */
const isFree = (claim: string, callsEnd: RawBuilder<Date>): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${claim}.claimed_until`)} <= now()
    or ${isNodeDead(sql.ref(`${claim}.claim_node`))} and ${callsEnd} <= now())`

/** Whether another worker may claim a message's actions. */
export const isMessageFree = (message: string): RawBuilder<boolean> => isFree(message, messageCallsEndAt(message))

/** Whether another run may create a folder. */
export const isFolderCreationFree = (creation: string): RawBuilder<boolean> =>
  isFree(creation, callsEndAt(sql`run.id = ${sql.ref(`${creation}.run_id`)}`))
