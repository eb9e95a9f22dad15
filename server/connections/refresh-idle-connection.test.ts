import { expect, test } from 'vitest'
import { requestsTo, signUp } from '../../test/kit/outlook.ts'
import { allServices, connectService } from '../../test/kit/services.ts'
import { appOfFile } from '../../test/kit/start-app.ts'
import { disconnectService } from './disconnect-service.ts'
import { findConnection } from './connection-queries.ts'

const app = await appOfFile({ env: allServices })

const reconcile = async () => {
  await app.ctx.db.asService((tx) => app.ctx.jobs.enqueue(tx, 'reconcile-connections', {}))
  await app.runDueJobs()
}

test('refreshes a connection that is unused for a day, and detects a revoked grant', async () => {
  const who = await signUp(app)
  const email = await connectService(app, who, 'dropbox')
  const at = { userId: who.userId, provider: 'dropbox' } as const
  const stored = () => app.ctx.db.asService((tx) => findConnection(tx, at))
  // The four hours of the token, then a day.
  await app.advance('27 hours')
  await reconcile()
  expect(await stored()).toMatchObject({ generation: 1 })
  await app.advance('2 hours')
  await reconcile()
  expect(await stored()).toMatchObject({ generation: 2, status: 'active' })

  await app.faults({ service: 'dropbox', path: '/token$', status: 503 })
  await app.advance('29 hours')
  await reconcile()
  expect(await stored()).toMatchObject({ generation: 2, status: 'active' })
  await app.faults()

  await app.control('DELETE', `/control/dropbox/accounts/${email}/grant`)
  await reconcile()
  expect(await stored()).toMatchObject({ generation: 2, status: 'needs_reauth' })
  await app.control('DELETE', '/control/requests')
  await reconcile()
  expect(await requestsTo(app, 'dropbox')).toEqual([])
})

test('ignores a connection that was disconnected meanwhile', async () => {
  const who = await signUp(app)
  await connectService(app, who, 'teamleader')
  await app.advance('26 hours')
  await app.control('DELETE', '/control/requests')
  await app.ctx.db.asService(async (tx) => {
    const row = tx.selectFrom('app.service_connections').select('id').where('user_id', '=', who.userId)
    const { id: connectionId } = await row.executeTakeFirstOrThrow()
    await app.ctx.jobs.enqueue(tx, 'refresh-idle-connection', { connectionId })
  })
  await disconnectService(app.ctx, { userId: who.userId, provider: 'teamleader' })
  await app.runDueJobs()
  expect(await requestsTo(app, 'teamleader')).toEqual([])
})
