import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allRows } from '../../test/kit/all-rows.ts'
import { clientOf, lastEmailTo, linkIn, newUser } from '../../test/kit/outbox.ts'
import { answerConsent, callFunction } from '../../test/kit/outlook.ts'
import { addressAt, startSignIn, clientWith, followCallback, newGoogleAccount } from '../../test/kit/providers.ts'
import { codeOf } from '../../test/kit/second-step.ts'
import { newEmail } from '../../test/kit/start-accounts.ts'
import { startApp, type App } from '../../test/kit/start-app.ts'
import { followLink } from '../../test/kit/verify-link.ts'

let app: App
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app[Symbol.asyncDispose]())

test('links, provider flows and factors leave no usable secret in the database', async () => {
  const secrets: string[] = []
  const { client, email, session } = await newUser(app)
  await clientOf(app).auth.resetPasswordForEmail(email)
  const wanted = newEmail()
  await client.auth.updateUser({ email: wanted })
  for (const address of [email, wanted])
    secrets.push(linkIn(await lastEmailTo(app, address)).searchParams.get('token') ?? '')

  // A pending provider flow, and one that has returned with a code.
  const underWay = await startSignIn(await addressAt(clientWith(app, 'pkce'), 'google'))
  secrets.push(underWay.url.searchParams.get('state') ?? '', underWay.url.searchParams.get('nonce') ?? '')
  const google = await newGoogleAccount(app)
  const { url, cookie } = await startSignIn(await addressAt(clientWith(app, 'pkce'), 'google'))
  const back = await followCallback(await answerConsent(url.href, google), { cookie })
  secrets.push(cookie.split('=')[1] ?? '', back.query['code'] ?? '')

  const link = newEmail()
  await clientWith(app, 'pkce').auth.signInWithOtp({ email: link })
  const landing = await followLink(linkIn(await lastEmailTo(app, link)))
  secrets.push(landing.query['code'] ?? '')

  const { data } = await client.auth.mfa.enroll({
    factorType: 'totp',
    friendlyName: `Phone ${randomBytes(2).toString('hex')}`,
  })
  const secret = data?.totp.secret ?? ''
  await client.auth.mfa.challengeAndVerify({ factorId: data?.id ?? '', code: codeOf(secret, app.clock) })
  const token = (await client.auth.getSession()).data.session?.access_token ?? ''
  const made = await callFunction(app, { token, userId: '' }, 'recovery-codes', { action: 'create' })
  const codes = JSON.stringify(made.body).match(/\w{4}-\w{4}-\w{4}/g) ?? []
  secrets.push(secret, token, session.refresh_token, ...codes, ...codes.map((code) => code.replaceAll('-', '')))

  expect(secrets).not.toContain('')
  expect(codes).toHaveLength(10)
  const text = (await allRows(app.database)).join('\n')
  expect(text).toContain(email)
  for (const each of secrets) expect(text).not.toContain(each)
})
