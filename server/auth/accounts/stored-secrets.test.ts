import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newEmail, startAccounts, type Accounts } from '../../../test/kit/start-accounts.ts'

/** All rows of the module's tables as text; bytes as they are. */
async function everythingStored({ ctx }: Accounts): Promise<string> {
  const tables = ['users', 'identities', 'sessions', 'refresh_tokens', 'sign_in_attempts', 'signing_keys']
  const texts = await ctx.db.asAccounts(async (tx) => {
    const found: string[] = []
    for (const table of tables) {
      const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(`auth.${table}`)} t`.execute(
        tx,
      )
      found.push(...rows.map(({ row }) => row))
    }
    return found
  })
  return texts.join('\n')
}

test('no password, token or key is stored or logged in clear, and no address is logged', async () => {
  await using accounts = await startAccounts()
  const email = newEmail()
  const [first, second, wrong] = ['marked green bicycles', 'marked blue bicycles', 'marked wrong bicycles']
  const client = accounts.client()
  const signedUp = (await client.auth.signUp({ email, password: first })).data.session
  await client.auth.signUp({ email, password: wrong })
  await client.auth.signInWithPassword({ email, password: wrong })
  await client.auth.updateUser({ password: second })
  const refreshed = (await client.auth.refreshSession()).data.session
  accounts.clock.advance('11 s')
  await accounts.client().auth.refreshSession({ refresh_token: signedUp?.refresh_token ?? '' })
  const marked = { refresh_token: 'marked_token_123', password: 'marked', id_token: 'marked' }
  for (const grant of ['password', 'refresh_token', 'pkce', 'id_token', 'none']) {
    await accounts.request(`/token?grant_type=${grant}`, { method: 'POST', body: JSON.stringify(marked) })
  }
  await accounts.request('/user', { headers: { authorization: 'Bearer marked.token.here' } })

  const tokens = [signedUp, refreshed].flatMap((session) => [
    session?.access_token ?? '?',
    session?.refresh_token ?? '?',
  ])
  expect(new Set(tokens).size).toBe(4)
  const stored = await everythingStored(accounts)
  expect(stored).toContain('$argon2id$')
  expect(stored).toContain(email)
  expect(accounts.log()).toContain('refresh_token_reused')
  for (const secret of [first, second, wrong, 'marked', '"d"', ...tokens]) {
    expect(stored).not.toContain(secret)
    expect(accounts.log()).not.toContain(secret)
  }
  for (const personal of [email, '$argon2', '127.0.0.1']) expect(accounts.log()).not.toContain(personal)
})
