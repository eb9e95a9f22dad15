import { describe, expect, test } from 'vitest'
import { days } from '../../clock.ts'
import { ofFile } from '../../../test/kit/of-file.ts'
import { signedUp, startAccounts } from '../../../test/kit/start-accounts.ts'

const accounts = await ofFile(startAccounts())

const refresh = (token: string) => accounts.client().auth.refreshSession({ refresh_token: token })
const tokenOf = ({ data, error }: Awaited<ReturnType<typeof refresh>>): string => {
  expect(error).toBeNull()
  return data.session?.refresh_token ?? ''
}

test('continues the session with a new refresh token and a new access token', async () => {
  const { session } = await signedUp(accounts)
  accounts.clock.advance('1 min')
  const { data, error } = await refresh(session.refresh_token)
  expect(error).toBeNull()
  expect(data.session?.refresh_token).not.toBe(session.refresh_token)
  const client = accounts.client()
  const before = await client.auth.getClaims(session.access_token)
  const after = await client.auth.getClaims(data.session?.access_token)
  expect(after.data?.claims['session_id']).toBe(before.data?.claims['session_id'])
  expect(after.data?.claims['amr']).toEqual(before.data?.claims['amr'])
  expect(after.data?.claims.iat).toBeGreaterThan(before.data?.claims.iat ?? 0)
  expect(data.user?.id).toBe(session.user.id)
})

test('works repeatedly', async () => {
  let token = (await signedUp(accounts)).session.refresh_token
  const seen = new Set([token])
  for (let round = 0; round < 5; round++) {
    token = tokenOf(await refresh(token))
    seen.add(token)
  }
  expect(seen.size).toBe(6)
})

describe('a used token', () => {
  test('returns its child again within ten seconds: two tabs at once both stay signed in', async () => {
    const { session } = await signedUp(accounts)
    const answers = await Promise.all(Array.from({ length: 8 }, () => refresh(session.refresh_token)))
    const children = new Set(answers.map(tokenOf))
    expect(children.size).toBe(1)
    accounts.clock.advance('9 s')
    const [child = ''] = children
    expect(tokenOf(await refresh(session.refresh_token))).toBe(child)
    expect((await refresh(child)).error).toBeNull()
  })

  test('ends the whole family after ten seconds, and logs a warning', async () => {
    const { session } = await signedUp(accounts)
    const { data } = await refresh(session.refresh_token)
    const child = data.session
    accounts.clock.advance('10.001 s')
    const reused = await refresh(session.refresh_token)
    expect(reused.error).toMatchObject({
      status: 400,
      code: 'refresh_token_already_used',
      message: 'Invalid Refresh Token: Already Used',
    })
    expect(accounts.log()).toContain('refresh_token_reused')
    expect((await refresh(child?.refresh_token ?? '')).error?.code).toBe('refresh_token_not_found')
    const got = await accounts.client().auth.getUser(child?.access_token)
    expect(got.error?.name).toBe('AuthSessionMissingError')
    await expect(accounts.ctx.access.verify(child?.access_token ?? '')).rejects.toMatchObject({ code: 'session_ended' })
  })

  test('ends the family immediately when its child was used as well', async () => {
    const { session } = await signedUp(accounts)
    const child = tokenOf(await refresh(session.refresh_token))
    const last = await refresh(child)
    const grandchild = tokenOf(last)
    const verify = () => accounts.ctx.access.verify(last.data.session?.access_token ?? '')
    await verify()
    expect((await refresh(session.refresh_token)).error?.code).toBe('refresh_token_already_used')
    await expect(verify()).rejects.toMatchObject({ code: 'session_ended' })
    expect((await refresh(grandchild)).error?.code).toBe('refresh_token_not_found')
  })

  test('does not affect other sessions of the user', async () => {
    const { session, email, password } = await signedUp(accounts)
    const other = await accounts.client().auth.signInWithPassword({ email, password })
    await refresh(session.refresh_token)
    accounts.clock.advance('11 s')
    await refresh(session.refresh_token)
    expect((await refresh(other.data.session?.refresh_token ?? '')).error).toBeNull()
  })
})

test('stores neither tokens nor seeds in clear', async () => {
  const { session } = await signedUp(accounts)
  const child = tokenOf(await refresh(session.refresh_token))
  const rows = await accounts.ctx.db.asAccounts((tx) =>
    tx.selectFrom('auth.refresh_tokens').selectAll().where('user_id', '=', session.user.id).execute(),
  )
  expect(rows).toHaveLength(2)
  const kept = rows.map((row) => `${row.token_hash.toString()} ${row.child_seed_sealed}`).join(' ')
  for (const secret of [session.refresh_token, child]) expect(kept).not.toContain(secret)
  expect(rows.map((row) => row.child_seed_sealed?.slice(0, 3) ?? null)).toEqual(['v2.', null])
})

test.each([
  ['nonsense!', 'validation_failed'],
  ['', 'validation_failed'],
  ['abcdefghijkl', 'refresh_token_not_found'],
])('refuses the token "%s"', async (refresh_token, code) => {
  const response = await accounts.request('/token?grant_type=refresh_token', {
    method: 'POST',
    body: JSON.stringify({ refresh_token }),
  })
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ error_code: code })
})

test('refuses a banned user, and accepts them again after the ban', async () => {
  const { session } = await signedUp(accounts)
  const ban = (until: Date | null) =>
    accounts.ctx.db.asAccounts((tx) =>
      tx.updateTable('auth.users').set({ banned_until: until }).where('id', '=', session.user.id).execute(),
    )
  await ban(new Date(accounts.ctx.clock.now().getTime() + days(1)))
  expect((await refresh(session.refresh_token)).error).toMatchObject({ status: 400, code: 'user_banned' })
  await ban(null)
  expect((await refresh(session.refresh_token)).error).toBeNull()
})

// Keep these last: they advance the shared clock by months.
describe('a session ends', () => {
  test('when it was not used for thirty days', async () => {
    const { session } = await signedUp(accounts)
    accounts.clock.advance('29 days')
    const child = tokenOf(await refresh(session.refresh_token))
    accounts.clock.advance('30 days')
    expect((await refresh(child)).error).toMatchObject({ status: 400, code: 'session_expired' })
    expect((await refresh(child)).error?.code).toBe('refresh_token_not_found')
  })

  test('and is deleted at the user’s next sign-in', async () => {
    const { session, email, password } = await signedUp(accounts)
    accounts.clock.advance('31 days')
    await accounts.client().auth.signInWithPassword({ email, password })
    const left = await accounts.ctx.db.asAccounts((tx) =>
      tx.selectFrom('auth.sessions').select('id').where('user_id', '=', session.user.id).execute(),
    )
    expect(left).toHaveLength(1)
  })

  test('after 180 days, even in use', async () => {
    let { refresh_token: token, user } = (await signedUp(accounts)).session
    for (let day = 0; day < 160; day += 20) {
      accounts.clock.advance('20 days')
      token = tokenOf(await refresh(token))
    }
    accounts.clock.advance('19.99 days')
    const last = await refresh(token)
    expect(last.error).toBeNull()
    accounts.clock.advance('0.01 days')
    const access = last.data.session?.access_token ?? ''
    expect((await accounts.client().auth.getUser(access)).error?.name).toBe('AuthSessionMissingError')
    await expect(accounts.otherNode.access.verify(access)).rejects.toMatchObject({ code: 'session_ended' })
    expect((await refresh(tokenOf(last))).error).toMatchObject({ status: 400, code: 'session_expired' })
    expect(user.id).toBeTypeOf('string')
  })
})
