import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'

export interface SignInUnderWay {
  state_hash: Buffer
  user_id: string
  session_id: string
  browser_hash: Buffer
  code_verifier_sealed: string
  nonce_hash: Buffer
  mailbox_name: string | null
  /** The mailbox that it is for; null where it may be a new one. */
  mailbox_id: string | null
  /** Whether it asks for sending mail, too. */
  sending: boolean
  expires_at: Date
}

export async function putState(tx: Tx, state: SignInUnderWay, now: Date): Promise<void> {
  await tx
    .insertInto('app.oauth_states')
    .values({ ...state, provider: 'microsoft' })
    .execute()
  // Those that nobody came back with.
  await tx.deleteFrom('app.oauth_states').where('expires_at', '<', now).execute()
}

/** Read and used up in one statement: of two callbacks with one state, one finds nothing. */
export async function takeState(tx: Tx, stateHash: Buffer): Promise<SignInUnderWay | null> {
  const taken = await tx
    .deleteFrom('app.oauth_states')
    .where('state_hash', '=', stateHash)
    .where('provider', '=', 'microsoft')
    .returning([
      'state_hash',
      'user_id',
      'session_id',
      'browser_hash',
      'code_verifier_sealed',
      'nonce_hash',
      'mailbox_name',
      'mailbox_id',
      'sending',
      'expires_at',
    ])
    .executeTakeFirst()
  return taken ?? null
}

/** The person's mailbox with this account, as far as it is connected already; and what had been granted for it. */
export async function knownMailbox(
  tx: Tx,
  at: { userId: string; tenantId: string; accountId: string },
): Promise<{ id: string; scopes: string | null } | null> {
  const found = await tx
    .selectFrom('mailboxes as m')
    .leftJoin('app.mailbox_tokens as t', 't.mailbox_id', 'm.id')
    .select(['m.id', 't.scopes'])
    .where('m.user_id', '=', at.userId)
    .where('m.provider', '=', 'microsoft')
    .where('m.provider_tenant_id', '=', at.tenantId)
    .where('m.provider_account_id', '=', at.accountId)
    .executeTakeFirst()
  return found ?? null
}

export interface ConnectedMailbox {
  userId: string
  tenantId: string
  accountId: string
  address: string
  name: string
}

/**
 * A new mailbox, or the same person's mailbox again, which keeps its name and settings.
 * @returns null where another account holds it
 */
export async function connectMailbox(tx: Tx, mailbox: ConnectedMailbox): Promise<string | null> {
  const row = await tx
    .insertInto('mailboxes')
    .values({
      user_id: mailbox.userId,
      name: mailbox.name,
      email_address: mailbox.address,
      provider_tenant_id: mailbox.tenantId,
      provider_account_id: mailbox.accountId,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['provider', 'provider_tenant_id', 'provider_account_id'])
        .doUpdateSet({ email_address: mailbox.address, status: 'active' })
        // The unique key decides between two who connect at once; the loser learns nothing but that it is taken.
        .where('mailboxes.user_id', '=', mailbox.userId),
    )
    .returning('id')
    .executeTakeFirst()
  if (!row) return null
  await tx
    .insertInto('app.mailbox_work')
    .values({ mailbox_id: row.id, user_id: mailbox.userId })
    // A pause belonged to the sign-in that is over.
    .onConflict((conflict) => conflict.column('mailbox_id').doUpdateSet({ paused_until: sql`'-infinity'` }))
    .execute()
  return row.id
}
