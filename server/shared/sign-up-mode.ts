import { sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Tx } from '../db/database.ts'

/** Who may create an account now; `first`: the first visitor, whose account is the operator's. */
type SignUpMode = Context['config']['auth']['signUp']

/** With `first` everyone else needs an invitation, once there is an account. */
export async function signUpMode({ config, db }: Pick<Context, 'config' | 'db'>): Promise<SignUpMode> {
  const { signUp } = config.auth
  return signUp === 'first' && !(await db.asAccounts(isFirstAccountOpen)) ? 'invited' : signUp
}

const noAccount = sql<boolean>`not exists (select from auth.users) and not exists (select from auth.first_account)`

async function isFirstAccountOpen(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ is_open: boolean }>`select ${noAccount} as is_open`.execute(tx)
  return rows[0]?.is_open ?? false
}

/**
 * Call it in the transaction that then inserts the account. A concurrent call waits for that transaction.
 * @returns false where there is an account already
 */
export async function claimFirstAccount(tx: Tx): Promise<boolean> {
  const { rows } = await sql`
    insert into auth.first_account (is_taken) select true where not exists (select from auth.users)
    on conflict do nothing returning is_taken`.execute(tx)
  return rows.length > 0
}
