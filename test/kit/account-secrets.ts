import { clientOf, lastEmailTo, linkIn, newUser } from './outbox.ts'
import { answerConsent, callFunction } from './outlook.ts'
import { addressAt, clientWith, followCallback, newGoogleAccount, startSignIn } from './providers.ts'
import { codeOf } from './second-step.ts'
import { goodPassword, newEmail } from './start-accounts.ts'
import type { App } from './start-app.ts'
import { followLink } from './verify-link.ts'

/** The secrets of a user who has used every way to sign in, by name. */
export async function accountSecrets(app: App): Promise<[name: string, secret: string][]> {
  const { client, email, session } = await newUser(app)
  const guess = 'a password that is wrong'
  await clientOf(app).auth.signInWithPassword({ email, password: guess })
  return [
    ['password', goodPassword],
    ['wrong password', guess],
    ['refresh token', session.refresh_token],
    ...(await linkSecrets(app, client, email)),
    ...(await providerSecrets(app)),
    ...(await factorSecrets(app, client)),
  ]
}

type Client = Awaited<ReturnType<typeof newUser>>['client']

async function linkSecrets(app: App, client: Client, email: string): Promise<[string, string][]> {
  const tokenTo = async (address: string) => linkIn(await lastEmailTo(app, address)).searchParams.get('token') ?? ''
  await clientOf(app).auth.resetPasswordForEmail(email)
  const wanted = newEmail()
  await client.auth.updateUser({ email: wanted })
  const link = newEmail()
  await clientWith(app, 'pkce').auth.signInWithOtp({ email: link })
  const landing = await followLink(linkIn(await lastEmailTo(app, link)))
  return [
    ['link of a recovery', await tokenTo(email)],
    ['link of a change of address', await tokenTo(wanted)],
    ['code of a link', landing.query['code'] ?? ''],
  ]
}

/** Of a pending flow, and of one that has returned with a code. */
async function providerSecrets(app: App): Promise<[string, string][]> {
  const pending = await startSignIn(await addressAt(clientWith(app, 'pkce'), 'google'))
  const google = await newGoogleAccount(app)
  const { url, cookie } = await startSignIn(await addressAt(clientWith(app, 'pkce'), 'google'))
  const back = await followCallback(await answerConsent(url.href, google), { cookie })
  return [
    ['state', pending.url.searchParams.get('state') ?? ''],
    ['nonce', pending.url.searchParams.get('nonce') ?? ''],
    ['cookie', cookie.split('=')[1] ?? ''],
    ['code of a provider flow', back.query['code'] ?? ''],
  ]
}

async function factorSecrets(app: App, client: Client): Promise<[string, string][]> {
  const { data } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
  const secret = data?.totp.secret ?? ''
  await client.auth.mfa.challengeAndVerify({ factorId: data?.id ?? '', code: codeOf(secret, app.clock) })
  const token = (await client.auth.getSession()).data.session?.access_token ?? ''
  const made = await callFunction(app, { token, userId: '' }, 'recovery-codes', { action: 'create' })
  const codes = JSON.stringify(made.body).match(/\w{4}-\w{4}-\w{4}/g) ?? []
  const both = codes.flatMap((code) => [code, code.replaceAll('-', '')])
  return [
    ['authenticator', secret],
    ['access token', token],
    ...both.map((code, number): [string, string] => [`recovery code ${number}`, code]),
  ]
}
