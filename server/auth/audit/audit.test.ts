import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goodPassword, signedUp, startAccounts, type Accounts } from '../../../test/kit/start-accounts.ts'
import { auditEntriesOf } from './queries.ts'

let accounts: Accounts
beforeAll(async () => {
  accounts = await startAccounts()
})
afterAll(() => accounts[Symbol.asyncDispose]())

const entriesOf = (userId: string) => accounts.ctx.db.asAccounts((tx) => auditEntriesOf(tx, userId, 50))
/** Oldest first. */
const actionsOf = async (userId: string) => (await entriesOf(userId)).map(({ action }) => action).toReversed()

async function person() {
  const somebody = await signedUp(accounts)
  return { ...somebody, userId: somebody.session.user.id }
}
const signIn = (email: string, password = goodPassword) =>
  accounts.client().auth.signInWithPassword({ email, password })

test('says what happened to an account: in, refused, changed, out', async () => {
  const { client, email, userId } = await person()
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

test('says which sessions a sign-out ended, and whose it was', async () => {
  const { client, email, userId } = await person()
  await signIn(email)
  await client.auth.signOut({ scope: 'global' })
  expect((await actionsOf(userId)).slice(3).sort()).toEqual(['session_ended', 'signed_out'])
})

test('the reuse of a refresh token is in the trail and in the log', async () => {
  const { client, session, userId } = await person()
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

test('guessing at a password does not push everything else out of the trail', async () => {
  const { email, userId } = await person()
  for (let count = 0; count < 5; count += 1) await signIn(email, `guess ${count} at it`)
  expect((await actionsOf(userId)).filter((action) => action === 'sign_in_failed')).toHaveLength(1)
  accounts.clock.advance('6 min')
  await signIn(email, 'another guess')
  expect((await actionsOf(userId)).filter((action) => action === 'sign_in_failed')).toHaveLength(2)
})

test('nobody can change what the trail says, not even the account service', async () => {
  const { userId } = await person()
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

test('what an event is about and its entry stand or fall together', async () => {
  const { client, userId } = await person()
  const before = await actionsOf(userId)
  expect((await client.auth.updateUser({ password: goodPassword })).error).toMatchObject({ code: 'same_password' })
  expect(await actionsOf(userId)).toEqual(before)
})
