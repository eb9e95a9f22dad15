import type { Selectable } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { AppCheckoutAttemptsRow } from '../../db/rows.ts'
import type { AddonChoice } from '../../../contract/functions/billing.ts'

type CheckoutAttempt = Selectable<AppCheckoutAttemptsRow>

export interface Cart {
  planId: string
  addons: AddonChoice[]
}

interface NewCheckoutAttempt {
  id: string
  userId: string
  kind: CheckoutAttempt['kind']
  cart: Cart
  expiresAt: Date
  now: Date
}

export async function insertCheckoutAttempt(
  tx: Tx,
  { id, userId, kind, cart, expiresAt, now }: NewCheckoutAttempt,
): Promise<void> {
  const values = { id, user_id: userId, kind, cart: JSON.stringify(cart), expires_at: expiresAt, created_at: now }
  await tx.insertInto('app.checkout_attempts').values(values).execute()
}

export async function findCheckoutAttempt(tx: Tx, userId: string, id: string): Promise<CheckoutAttempt | null> {
  const found = tx.selectFrom('app.checkout_attempts').selectAll().where('id', '=', id).where('user_id', '=', userId)
  return (await found.executeTakeFirst()) ?? null
}

export async function findCheckoutAttemptBySession(tx: Tx, sessionId: string): Promise<CheckoutAttempt | null> {
  const found = tx.selectFrom('app.checkout_attempts').selectAll().where('stripe_session_id', '=', sessionId)
  return (await found.executeTakeFirst()) ?? null
}

export async function saveCheckoutSession(tx: Tx, id: string, sessionId: string): Promise<void> {
  await tx
    .updateTable('app.checkout_attempts')
    .set({ stripe_session_id: sessionId, state: 'open' })
    .where('id', '=', id)
    .execute()
}

export async function finishCheckoutAttempt(tx: Tx, id: string, state: CheckoutAttempt['state']): Promise<void> {
  await tx.updateTable('app.checkout_attempts').set({ state }).where('id', '=', id).execute()
}

export async function finishCheckoutAttemptBySession(
  tx: Tx,
  sessionId: string,
  state: CheckoutAttempt['state'],
): Promise<void> {
  await tx.updateTable('app.checkout_attempts').set({ state }).where('stripe_session_id', '=', sessionId).execute()
}

/** Marks overdue open attempts as expired. @returns their users' ids */
export async function expireCheckoutAttempts(tx: Tx, before: Date): Promise<string[]> {
  const rows = await tx
    .updateTable('app.checkout_attempts')
    .set({ state: 'expired' })
    .where('state', '=', 'open')
    .where('expires_at', '<', before)
    .returning('user_id')
    .execute()
  return [...new Set(rows.map(({ user_id }) => user_id))].toSorted((a, b) => a.localeCompare(b))
}

export async function deleteCheckoutAttemptsBefore(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('app.checkout_attempts').where('state', '<>', 'open').where('created_at', '<', before).execute()
}
