import { expect, test } from 'vitest'
import { clientOf } from '../../../test/kit/outbox.ts'
import { newGoogleAccount, signInWithProvider } from '../../../test/kit/providers.ts'
import { postFromReboundPage } from '../../../test/kit/rebound-page.ts'
import { goodPassword, newEmail } from '../../../test/kit/start-accounts.ts'
import { startApp, type App } from '../../../test/kit/start-app.ts'

const signUp = (app: App) => clientOf(app).auth.signUp({ email: newEmail(), password: goodPassword })
const modeOf = async (app: App) => (await (await fetch(`${app.url}/config.json`)).json()).signUp
const refused = { status: 422, code: 'signup_disabled', message: expect.stringContaining('Ask its owner') }

test('the first of several visitors becomes the operator, and sign-up is then closed', async () => {
  await using app = await startApp({ env: { SIGN_UP: 'first' } })
  expect(await modeOf(app)).toBe('first')
  // A provider and a code create no first account.
  const back = await signInWithProvider(app, 'google', await newGoogleAccount(app))
  expect(back.query).toMatchObject({ error_code: 'signup_disabled' })
  const body = JSON.stringify({ email: newEmail(), password: goodPassword })
  const headers = { apikey: app.ctx.access.anonKey, 'content-type': 'application/json' }
  const rebound = await postFromReboundPage(`${app.url}/auth/v1/signup`, { headers, body })
  expect(rebound).toContain('not the address of the server')

  const answers = await Promise.all(Array.from({ length: 6 }, () => signUp(app)))
  const users = answers.flatMap(({ data }) => (data.user ? [data.user] : []))
  expect(users.map(({ app_metadata }) => app_metadata)).toEqual([expect.objectContaining({ operator: true })])
  for (const { error } of answers) if (error) expect(error).toMatchObject(refused)

  expect(await modeOf(app)).toBe('invited')
  const settings = await fetch(`${app.url}/auth/v1/settings`, { headers: { apikey: app.ctx.access.anonKey } })
  expect(await settings.json()).toMatchObject({ disable_signup: true, sign_up: 'invited' })
  expect((await signUp(app)).error).toMatchObject(refused)
})

test('sign-up stays closed where the first account was deleted, or accounts were there before', async () => {
  await using app = await startApp({ env: { SIGN_UP: 'first' } })
  const { data } = await signUp(app)
  const remove = () => app.ctx.db.asAccounts((tx) => tx.deleteFrom('auth.users').execute())
  await remove()
  expect(data.user).not.toBeNull()
  expect(await modeOf(app)).toBe('invited')
  expect((await signUp(app)).error).toMatchObject(refused)
  await expect(app.ctx.db.asAccounts((tx) => tx.deleteFrom('auth.first_account').execute())).rejects.toThrow()

  await using older = await startApp({ env: { SIGN_UP: 'first' } })
  await older.ctx.db.asAccounts((tx) => tx.insertInto('auth.users').values({ email: newEmail() }).execute())
  expect(await modeOf(older)).toBe('invited')
  expect((await signUp(older)).error).toMatchObject(refused)
})
