import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { clientOf, newcomer } from '../../test/kit/outbox.ts'
import { newEmail } from '../../test/kit/start-accounts.ts'
import { startApp, type App } from '../../test/kit/start-app.ts'
import { noteSecurityEvent } from './audit/note-security-event.ts'
import { auditEntriesOf } from './audit/queries.ts'
import { addUserByEmail, userById } from './queries.ts'
import { sessionById } from './sessions/queries.ts'

async function forget(app: App): Promise<void> {
  await app.ctx.db.asAccounts((tx) => app.ctx.jobs.enqueue(tx, 'forget-old-accounts-data', {}))
  await app.drain()
}

test('the trail of an account is kept for half a year', async () => {
  await using app = await startApp()
  const { userId } = await newcomer(app)
  const count = async () => (await app.ctx.db.asAccounts((tx) => auditEntriesOf(tx, userId, 9))).length
  await app.advance('179 days')
  await forget(app)
  expect(await count()).toBe(2)
  await app.advance('2 days')
  await forget(app)
  expect(await count()).toBe(0)
})

test('links, codes and flows go when their time is over', async () => {
  await using app = await startApp()
  const { client } = await newcomer(app)
  await client.auth.reauthenticate()
  await app.drain()
  const tokens = () => app.ctx.db.asAccounts((tx) => tx.selectFrom('auth.one_time_tokens').select('purpose').execute())
  await forget(app)
  expect(await tokens()).toEqual([{ purpose: 'reauthentication' }])
  await app.advance('61 min')
  await forget(app)
  expect(await tokens()).toEqual([])
})

test('sessions go when nobody can use them any more, and no earlier', async () => {
  await using app = await startApp()
  const { session, client, email, password } = await newcomer(app)
  await app.advance('20 days')
  const { data } = await clientOf(app).auth.signInWithPassword({ email, password })
  const ids = [session, data.session].map((one) => sessionIdOf(one?.access_token))
  const left = async () => {
    const rows = await app.ctx.db.asAccounts((tx) => Promise.all(ids.map((id) => sessionById(tx, id))))
    return rows.map((row) => row !== undefined)
  }
  await forget(app)
  expect(await left()).toEqual([true, true])
  await app.advance('11 days')
  await forget(app)
  expect(await left()).toEqual([false, true])
  expect((await client.auth.refreshSession()).error).not.toBeNull()
})

test('accounts that nobody confirmed go after a month, unless an operator made them', async () => {
  await using app = await startApp()
  const [stranger, made] = [randomUUID(), randomUUID()]
  await app.ctx.db.asAccounts(async (tx) => {
    const now = app.clock.now()
    for (const id of [stranger, made])
      await addUserByEmail(tx, { id, email: newEmail(), passwordHash: null, confirmedAt: null, now }, {})
    await noteSecurityEvent(tx, app.ctx, { userId: made, action: 'changed_by_operator', call: null })
  })
  const left = async () => {
    const rows = await app.ctx.db.asAccounts((tx) => Promise.all([stranger, made].map((id) => userById(tx, id))))
    return rows.map((row) => row !== undefined)
  }
  await app.advance('29 days')
  await forget(app)
  expect(await left()).toEqual([true, true])
  await app.advance('2 days')
  await forget(app)
  expect(await left()).toEqual([false, true])
})

function sessionIdOf(accessToken = ''): string {
  const claims: unknown = JSON.parse(Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString())
  return String(typeof claims === 'object' && claims !== null && Reflect.get(claims, 'session_id'))
}
