import { expect, test } from 'vitest'
import { ofFile } from '../../../test/kit/of-file.ts'
import { signedUp, startAccounts } from '../../../test/kit/start-accounts.ts'

const accounts = await ofFile(startAccounts())

/** Signs one user in three times and signs the first out. @returns which sessions are still valid */
async function leftAfter(scope?: 'global' | 'local' | 'others') {
  const { client, email, password, session } = await signedUp(accounts)
  const others = await Promise.all(
    [1, 2].map(async () => (await accounts.client().auth.signInWithPassword({ email, password })).data.session),
  )
  const sessions = [session, ...others]
  // Fills the session cache of tables and functions, so that the sign-out must evict it.
  for (const one of sessions) await accounts.ctx.access.verify(one?.access_token ?? '')
  const { error } = await client.auth.signOut(scope && { scope })
  expect(error).toBeNull()
  return Promise.all(
    sessions.map(async (one) => {
      const got = await accounts.client().auth.getUser(one?.access_token)
      const refreshed = await accounts.client().auth.refreshSession({ refresh_token: one?.refresh_token ?? '' })
      const verified = await accounts.ctx.access.verify(one?.access_token ?? '').then(
        () => true,
        () => false,
      )
      expect([refreshed.error === null, verified]).toEqual([got.error === null, got.error === null])
      if (got.error) expect(got.error.name).toBe('AuthSessionMissingError')
      return got.error === null
    }),
  )
}

test.each([
  [undefined, [false, false, false]],
  ['global', [false, false, false]],
  ['local', [false, true, true]],
  ['others', [true, false, false]],
] as const)('scope %s', async (scope, left) => {
  expect(await leftAfter(scope)).toEqual(left)
})

test('ends no session of another user', async () => {
  const bystander = await signedUp(accounts)
  await leftAfter('global')
  expect((await bystander.client.auth.getUser()).error).toBeNull()
})

test('takes effect on other nodes within ten seconds', async () => {
  const { client, session } = await signedUp(accounts)
  await accounts.otherNode.access.verify(session.access_token)
  await client.auth.signOut()
  accounts.clock.advance('10 s')
  await expect(accounts.otherNode.access.verify(session.access_token)).rejects.toMatchObject({ code: 'session_ended' })
})

test('refuses an unknown scope and an ended session, and changes nothing', async () => {
  const { session } = await signedUp(accounts)
  const signOut = async (query: string) => {
    const headers = { authorization: `Bearer ${session.access_token}` }
    const response = await accounts.request(`/logout${query}`, { method: 'POST', headers })
    return [response.status, response.headers.get('x-sb-error-code')]
  }
  expect(await signOut('?scope=everybody')).toEqual([400, 'validation_failed'])
  expect((await accounts.client().auth.getUser(session.access_token)).error).toBeNull()
  expect(await signOut('')).toEqual([204, null])
  expect(await signOut('')).toEqual([403, 'session_not_found'])
})

test('many concurrent sign-outs, refreshes and password changes never cause a server error', async () => {
  const { email, password } = await signedUp(accounts)
  const sessions = await Promise.all(
    Array.from(
      { length: 6 },
      async () => (await accounts.client().auth.signInWithPassword({ email, password })).data.session,
    ),
  )
  const bearer = (number: number) => ({ authorization: `Bearer ${sessions[number % 6]?.access_token}` })
  const asks = Array.from({ length: 8 }, (_, round) => [
    accounts.request('/token?grant_type=refresh_token', {
      method: 'POST',
      body: JSON.stringify({ refresh_token: sessions[round % 6]?.refresh_token }),
    }),
    accounts.request('/user', {
      method: 'PUT',
      headers: bearer(round),
      body: JSON.stringify({ password: `nine orange tandems, number ${round}` }),
    }),
    accounts.request(`/logout?scope=${round % 2 ? 'others' : 'global'}`, {
      method: 'POST',
      headers: bearer(round + 1),
    }),
  ])
  const statuses = (await Promise.all(asks.flat())).map(({ status }) => status)
  expect(statuses.filter((status) => status >= 500)).toEqual([])
})
