import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { ofFile } from '../../../test/kit/of-file.ts'
import { goodPassword, signedUp, startAccounts } from '../../../test/kit/start-accounts.ts'
import { auditEventsOf } from './audit-log-queries.ts'

const accounts = await ofFile(startAccounts())

const entriesOf = (userId: string) => accounts.ctx.db.asAccounts((tx) => auditEventsOf(tx, userId, 50))
/** Oldest first. */
const actionsOf = async (userId: string) => (await entriesOf(userId)).map(({ action }) => action).toReversed()

async function newAccount() {
  const account = await signedUp(accounts)
  return { ...account, userId: account.session.user.id }
}
const signIn = (email: string, password = goodPassword) =>
  accounts.client().auth.signInWithPassword({ email, password })

test('records sign-ins, failures, changes and sign-outs of an account', async () => {
  const { client, email, userId } = await newAccount()
  await signIn(email, 'not the password')
  await signIn(email)
  await client.auth.updateUser({ password: 'eight yellow tricycles' })
  await client.auth.signOut({ scope: 'local' })
  expect(await actionsOf(userId)).toEqual([
    'signed_up',
    'signed_in',
    'sign_in_failed',
    'signed_in',
    'password_changed',
    'signed_out',
  ])
  const [newest] = await entriesOf(userId)
  expect(newest).toMatchObject({ ip: '127.0.0.1', session_id: expect.any(String), user_agent: expect.any(String) })
})

test('records which sessions a sign-out ended', async () => {
  const { client, email, userId } = await newAccount()
  await signIn(email)
  await client.auth.signOut({ scope: 'global' })
  expect((await actionsOf(userId)).slice(3).sort()).toEqual(['session_ended', 'signed_out'])
})

test('records the reuse of a refresh token in the audit log and in the server log', async () => {
  const { client, session, userId } = await newAccount()
  await client.auth.refreshSession()
  accounts.clock.advance('11 s')
  const { error } = await accounts.client().auth.refreshSession({ refresh_token: session.refresh_token })
  expect(error).toMatchObject({ code: 'refresh_token_already_used' })
  expect((await entriesOf(userId))[0]).toMatchObject({ action: 'refresh_token_reused' })
  const warning = accounts
    .log()
    .split('\n')
    .find((line) => line.includes('refresh_token_reused') && line.includes(userId))
  expect(JSON.parse(warning ?? '{}')).toMatchObject({ level: 40, userId })
})

test('guessing a password does not flood the audit log', async () => {
  const { email, userId } = await newAccount()
  for (let count = 0; count < 5; count += 1) await signIn(email, `guess ${count} at it`)
  expect((await actionsOf(userId)).filter((action) => action === 'sign_in_failed')).toHaveLength(1)
  accounts.clock.advance('6 min')
  await signIn(email, 'another guess')
  expect((await actionsOf(userId)).filter((action) => action === 'sign_in_failed')).toHaveLength(2)
})

test('no role can change the audit log, not even the account service', async () => {
  const { userId } = await newAccount()
  const before = await entriesOf(userId)
  const change = (statement: string) => accounts.ctx.db.asAccounts((tx) => sql.raw(statement).execute(tx))
  await expect(change(`update auth.audit_log_entries set action = 'signed_out'`)).rejects.toMatchObject({
    code: '42501',
  })
  await expect(change('truncate auth.audit_log_entries')).rejects.toMatchObject({ code: '42501' })
  for (const role of ['asService', 'client'] as const) {
    const read = `select from auth.audit_log_entries`
    const outcome =
      role === 'asService'
        ? accounts.ctx.db.asService((tx) => sql.raw(read).execute(tx))
        : accounts.ctx.db.asUser({ sub: userId, role: 'authenticated' }, (tx) => sql.raw(read).execute(tx))
    await expect(outcome).rejects.toMatchObject({ code: '42501' })
  }
  expect(await entriesOf(userId)).toEqual(before)
})

test('a change and its audit event are committed together', async () => {
  const { client, userId } = await newAccount()
  const before = await actionsOf(userId)
  expect((await client.auth.updateUser({ password: goodPassword })).error).toMatchObject({ code: 'same_password' })
  expect(await actionsOf(userId)).toEqual(before)
})
