import { describe, expect, test } from 'vitest'
import { ofFile } from '../../../test/kit/of-file.ts'
import { signedUp, startAccounts } from '../../../test/kit/start-accounts.ts'
import { apiKeysOf } from '../keys/api-keys.ts'

const accounts = await ofFile(startAccounts())

test('identifies the caller, with the claims that row-level security reads', async () => {
  const { session, email } = await signedUp(accounts)
  const caller = await accounts.ctx.access.verify(session.access_token)
  expect(caller).toMatchObject({ userId: session.user.id, email, sessionId: expect.any(String) })
  const seen = await accounts.ctx.db.asUser(caller.claims, (tx) =>
    tx
      .selectNoFrom((eb) => [eb.fn<string>('auth.uid', []).as('uid'), eb.fn<string>('auth.role', []).as('role')])
      .executeTakeFirst(),
  )
  expect(seen).toEqual({ uid: session.user.id, role: 'authenticated' })
})

const endBehindItsBack = (userId: string) =>
  accounts.ctx.db.asAccounts((tx) => tx.deleteFrom('auth.sessions').where('user_id', '=', userId).execute())

describe('caches active sessions for ten seconds', () => {
  test('and not longer', async () => {
    const { session } = await signedUp(accounts)
    const verify = () => accounts.ctx.access.verify(session.access_token)
    await verify()
    await endBehindItsBack(session.user.id)
    accounts.clock.advance('9 s')
    await verify()
    accounts.clock.advance('1 s')
    await expect(verify()).rejects.toMatchObject({ code: 'session_ended' })
  })

  test('unless they are evicted', async () => {
    const { session } = await signedUp(accounts)
    const { sessionId } = await accounts.ctx.access.verify(session.access_token)
    await endBehindItsBack(session.user.id)
    accounts.ctx.access.evictSessions([sessionId])
    await expect(accounts.ctx.access.verify(session.access_token)).rejects.toMatchObject({ code: 'session_ended' })
  })
})

test('verifies valid tokens during a flood of tokens with invented key ids', async () => {
  const { session } = await signedUp(accounts)
  const [, claims, signature] = session.access_token.split('.')
  const forged = (kid: number) =>
    `${Buffer.from(JSON.stringify({ alg: 'ES256', kid: `${kid}` })).toString('base64url')}.${claims}.${signature}`
  const outcomes = await Promise.allSettled([
    ...Array.from({ length: 200 }, (_, kid) => accounts.ctx.access.verify(forged(kid))),
    accounts.ctx.access.verify(session.access_token),
  ])
  expect(outcomes.map(({ status }) => status)).toEqual([...Array.from({ length: 200 }, () => 'rejected'), 'fulfilled'])
})

test('derives the same API keys from the same secret, and accepts only them', () => {
  const { access } = accounts.ctx
  expect(apiKeysOf('one secret')).toEqual(apiKeysOf('one secret'))
  expect(apiKeysOf('one secret')).not.toEqual(apiKeysOf('another'))
  expect(access.anonKey).toBe(accounts.keys.anon)
  expect(access.apiKeyRole(accounts.keys.anon)).toBe('anon')
  expect(access.apiKeyRole(accounts.keys.service)).toBe('service_role')
  const foreign = apiKeysOf('another')
  for (const key of ['', 'anon', foreign.anon, foreign.service]) expect(access.apiKeyRole(key)).toBeNull()
})
