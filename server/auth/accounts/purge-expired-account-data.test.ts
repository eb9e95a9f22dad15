import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { clientOf, newUser } from '../../../test/kit/outbox.ts'
import { newEmail } from '../../../test/kit/start-accounts.ts'
import { startApp, type App } from '../../../test/kit/start-app.ts'
import { recordAuthEvent } from '../audit-log/record-auth-event.ts'
import { insertUserWithEmail, userById } from '../user-rows/user-queries.ts'
import { sessionById } from '../sessions/session-queries.ts'

async function purge(app: App): Promise<void> {
  await app.ctx.db.asAccounts((tx) => app.ctx.jobs.enqueue(tx, 'purge-expired-account-data', {}))
  await app.runDueJobs()
}

test('purges expired one-time tokens', async () => {
  await using app = await startApp()
  const { client } = await newUser(app)
  await client.auth.reauthenticate()
  await app.runDueJobs()
  const tokens = () => app.ctx.db.asAccounts((tx) => tx.selectFrom('auth.one_time_tokens').select('purpose').execute())
  await purge(app)
  expect(await tokens()).toEqual([{ purpose: 'reauthentication' }])
  await app.advance('61 min')
  await purge(app)
  expect(await tokens()).toEqual([])
})

test('purges sessions when they have expired, and not earlier', async () => {
  await using app = await startApp()
  const { session, client, email, password } = await newUser(app)
  await app.advance('20 days')
  const { data } = await clientOf(app).auth.signInWithPassword({ email, password })
  const ids = [session, data.session].map((one) => sessionIdOf(one?.access_token))
  const left = async () => {
    const rows = await app.ctx.db.asAccounts((tx) => Promise.all(ids.map((id) => sessionById(tx, id))))
    return rows.map((row) => row !== undefined)
  }
  await purge(app)
  expect(await left()).toEqual([true, true])
  await app.advance('11 days')
  await purge(app)
  expect(await left()).toEqual([false, true])
  expect((await client.auth.refreshSession()).error).not.toBeNull()
})

test('purges unconfirmed accounts after 30 days, unless the operator created them', async () => {
  await using app = await startApp()
  const [unconfirmed, operatorMade] = [randomUUID(), randomUUID()]
  await app.ctx.db.asAccounts(async (tx) => {
    const now = app.clock.now()
    for (const id of [unconfirmed, operatorMade])
      await insertUserWithEmail(tx, { id, email: newEmail(), passwordHash: null, confirmedAt: null, now }, {})
    await recordAuthEvent(tx, app.ctx, { userId: operatorMade, action: 'changed_by_operator', call: null })
  })
  const left = async () => {
    const rows = await app.ctx.db.asAccounts((tx) =>
      Promise.all([unconfirmed, operatorMade].map((id) => userById(tx, id))),
    )
    return rows.map((row) => row !== undefined)
  }
  await app.advance('29 days')
  await purge(app)
  expect(await left()).toEqual([true, true])
  await app.advance('2 days')
  await purge(app)
  expect(await left()).toEqual([false, true])
})

function sessionIdOf(accessToken = ''): string {
  const claims: unknown = JSON.parse(Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString())
  return String(typeof claims === 'object' && claims !== null && Reflect.get(claims, 'session_id'))
}
