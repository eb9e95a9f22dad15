import { expect, test } from 'vitest'
import { ofFile } from '../../../test/kit/of-file.ts'
import { signedUp, startAccounts } from '../../../test/kit/start-accounts.ts'
import type { Database } from '../../db/database.ts'
import { createSessionCache } from './session-cache.ts'

const accounts = await ofFile(startAccounts())

test('does not cache a session that ends between the query and the caching', async () => {
  const { session } = await signedUp(accounts)
  const { sessionId, userId } = await accounts.ctx.access.verify(session.access_token)
  const { db, clock } = accounts.ctx
  const looked = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  const slow: Database = {
    ...db,
    async asAccounts(fn) {
      const result = await db.asAccounts(fn)
      looked.resolve()
      await goOn.promise
      return result
    },
  }
  const cache = createSessionCache({ db: slow, clock }, 10_000)
  const first = cache.statusOf(sessionId, userId)
  await looked.promise
  await db.asAccounts((tx) => tx.deleteFrom('auth.sessions').where('id', '=', sessionId).execute())
  cache.evict([sessionId])
  goOn.resolve()
  expect(await first).toBe('active')
  expect(await cache.statusOf(sessionId, userId)).toBe('ended')
})
