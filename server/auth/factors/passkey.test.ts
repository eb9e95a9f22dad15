import { beforeEach, describe, expect, test } from 'vitest'
import { codeOf, withAuthenticator } from '../../../test/kit/second-step.ts'
import { softwarePasskey } from '../../../test/kit/software-passkey.ts'
import { ofFile } from '../../../test/kit/of-file.ts'
import { signedUp, startAccounts } from '../../../test/kit/start-accounts.ts'
import { hashRecoveryCode, newRecoveryCode, parseRecoveryCode } from './recovery-code.ts'
import { replaceRecoveryCodes } from './recovery-code-queries.ts'

const accounts = await ofFile(startAccounts())
beforeEach(() => accounts.clock.advance('6 min'))

const here = { origin: 'http://localhost:3000', rpId: 'localhost' }
const webauthn = { rpId: here.rpId, rpOrigins: [here.origin] }
type Client = Awaited<ReturnType<typeof signedUp>>['client']

/** The page's request: the official client's call with a browser's response. Its types require browser classes. */
async function respond(
  { auth }: Client,
  { factorId, challengeId, type, given }: { factorId: string; challengeId: string; type: string; given: object },
): Promise<{ status?: number; code?: string; message: string } | null> {
  const credential_response = { toJSON: () => given }
  const params = { factorId, challengeId, webauthn: { ...webauthn, type, credential_response } }
  const { error } = await Reflect.apply(Reflect.get(auth.mfa, 'verify'), auth.mfa, [params])
  return error
}
async function challenged({ auth }: Client, factorId: string) {
  const { data, error } = await auth.mfa.challenge({ factorId, webauthn })
  if (error) throw error
  const { publicKey } = data.webauthn.credential_options
  const bytes = publicKey.challenge
  if (!(bytes instanceof ArrayBuffer)) throw new Error('The client gives the challenge in another form')
  const challenge = Buffer.from(bytes).toString('base64url')
  return { data, publicKey, challenge, challengeId: data.id, type: data.webauthn.type }
}
async function enrolling(friendlyName = 'Laptop') {
  const account = await signedUp(accounts)
  const { data, error } = await account.client.auth.mfa.enroll({ factorType: 'webauthn', friendlyName })
  if (error) throw error
  return { ...account, enrolled: data, factorId: data.id }
}
async function enrolled(passkey = softwarePasskey(here)) {
  const account = await enrolling()
  const { challenge, challengeId, type } = await challenged(account.client, account.factorId)
  const given = passkey.create(challenge)
  expect(await respond(account.client, { factorId: account.factorId, challengeId, type, given })).toBeNull()
  const again = async () => {
    const client = accounts.client()
    await client.auth.signInWithPassword(account)
    return client
  }
  return { ...account, passkey, again }
}
const levelOf = async ({ auth }: Client) => (await auth.mfa.getAuthenticatorAssuranceLevel()).data

describe('a passkey', () => {
  test('registers with the options of this site', async () => {
    const { client, factorId, enrolled: made, email } = await enrolling('Laptop')
    expect(made).toEqual({ id: factorId, type: 'webauthn', friendly_name: 'Laptop' })
    const { data, publicKey } = await challenged(client, factorId)
    expect(data).toMatchObject({ type: 'webauthn', expires_at: expect.any(Number), webauthn: { type: 'create' } })
    expect(publicKey).toMatchObject({
      rp: { id: 'localhost', name: 'Mailroom' },
      user: { name: email, displayName: email },
      attestation: 'none',
      authenticatorSelection: { userVerification: 'preferred' },
    })
  })

  test('raises the session to aal2 and is required at the next sign-in', async () => {
    const { client, factorId, passkey, again } = await enrolled()
    expect(await levelOf(client)).toMatchObject({
      currentLevel: 'aal2',
      currentAuthenticationMethods: [{ method: 'mfa/webauthn' }, { method: 'password' }],
    })
    expect((await client.auth.mfa.listFactors()).data?.webauthn).toMatchObject([
      { id: factorId, web_authn_aaguid: '00000000-0000-0000-0000-000000000000' },
    ])
    const other = await again()
    expect(await levelOf(other)).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' })
    const { publicKey, challenge, challengeId, type } = await challenged(other, factorId)
    expect(type).toBe('request')
    expect(publicKey).toMatchObject({ rpId: 'localhost', userVerification: 'preferred' })
    const [allowed] = 'allowCredentials' in publicKey ? (publicKey.allowCredentials ?? []) : []
    expect(allowed).toMatchObject({ type: 'public-key', transports: ['internal'] })
    const given = passkey.get(challenge)
    expect(await respond(other, { factorId, challengeId, type, given })).toBeNull()
    expect(await levelOf(other)).toMatchObject({ currentLevel: 'aal2' })
    // A response works once, as does its challenge.
    expect(await respond(other, { factorId, challengeId, type, given })).toMatchObject({
      code: 'mfa_ip_address_mismatch',
    })
    const next = await challenged(other, factorId)
    expect(await respond(other, { ...next, factorId, given })).toMatchObject({ code: 'mfa_verification_failed' })
  })

  test('without user verification is accepted, as it is the second factor', async () => {
    const { factorId, passkey, again } = await enrolled(softwarePasskey(here, { verifiesUser: false }))
    const other = await again()
    const asked = await challenged(other, factorId)
    expect(await respond(other, { ...asked, factorId, given: passkey.get(asked.challenge) })).toBeNull()
  })

  test('is refused when its signature count does not grow', async () => {
    const { factorId, passkey, again } = await enrolled()
    const pass = async () => {
      const client = await again()
      const asked = await challenged(client, factorId)
      return respond(client, { ...asked, factorId, given: passkey.get(asked.challenge) })
    }
    passkey.state.signCount = 10
    expect(await pass()).toBeNull()
    passkey.state.signCount = 10
    expect(await pass()).toMatchObject({
      status: 422,
      code: 'mfa_verification_failed',
      message: 'The passkey could not be verified. Please try again, or enter one of your recovery codes.',
    })
  })

  test.each([
    ['of another site', () => softwarePasskey({ origin: 'https://evil.example', rpId: 'evil.example' })],
    ['used at another site', () => softwarePasskey({ origin: 'https://evil.example', rpId: 'localhost' })],
    ['for another site', () => softwarePasskey({ origin: here.origin, rpId: 'evil.example' })],
  ])('%s is refused', async (_what, elsewhere) => {
    const { client, factorId } = await enrolling()
    const asked = await challenged(client, factorId)
    const refused = await respond(client, { ...asked, factorId, given: elsewhere().create(asked.challenge) })
    expect(refused).toMatchObject({ status: 422, code: 'mfa_verification_failed' })
    expect((await client.auth.mfa.listFactors()).data?.all).toMatchObject([{ status: 'unverified' }])
  })

  test('is refused if it is another one or signs something else, without blocking the right one', async () => {
    const { factorId, passkey, again, session } = await enrolled()
    const client = await again()
    const asked = await challenged(client, factorId)
    const otherPasskey = softwarePasskey(here)
    const tampered = passkey.get(asked.challenge)
    tampered.response['signature'] = otherPasskey.get(asked.challenge).response['signature']
    const wrong = [
      otherPasskey.get(asked.challenge),
      { ...otherPasskey.get(asked.challenge), id: passkey.id, rawId: passkey.id },
      tampered,
      passkey.get(Buffer.from('another challenge').toString('base64url')),
      { ...passkey.get(asked.challenge), rawId: 'x' },
    ]
    for (const given of wrong)
      expect(await respond(client, { ...asked, factorId, given })).toMatchObject({ code: 'mfa_verification_failed' })
    const right = passkey.get(asked.challenge)
    expect(await respond(client, { ...asked, factorId, given: right })).toMatchObject({ code: 'mfa_challenge_expired' })
    const next = await challenged(client, factorId)
    expect(await respond(client, { ...next, factorId, given: otherPasskey.get(next.challenge) })).not.toBeNull()
    expect(await respond(client, { ...next, factorId, given: passkey.get(next.challenge) })).toBeNull()
    const actions = await accounts.ctx.db.asAccounts((tx) =>
      tx
        .selectFrom('auth.audit_log_entries')
        .select('action')
        .where('user_id', '=', session.user.id)
        .where('action', '=', 'second_step_failed')
        .execute(),
    )
    expect(actions).toHaveLength(5)
  })

  test('cannot replace the registered one', async () => {
    const { factorId, again } = await enrolled()
    const client = await again()
    const asked = await challenged(client, factorId)
    const given = softwarePasskey(here).create(asked.challenge)
    expect(await respond(client, { ...asked, factorId, type: 'create', given })).toMatchObject({ status: 400 })
    expect(await respond(client, { ...asked, factorId, given })).toMatchObject({ status: 400 })
    expect(await levelOf(client)).toMatchObject({ currentLevel: 'aal1' })
  })

  test('is registered once and excluded from later registrations', async () => {
    const { client, passkey } = await enrolled()
    const { data } = await client.auth.mfa.enroll({ factorType: 'webauthn', friendlyName: 'Again' })
    const factorId = data?.id ?? ''
    const asked = await challenged(client, factorId)
    const excluded = 'excludeCredentials' in asked.publicKey ? asked.publicKey.excludeCredentials : []
    expect(excluded).toHaveLength(1)
    expect(await respond(client, { ...asked, factorId, given: passkey.create(asked.challenge) })).toMatchObject({
      status: 422,
      message: 'This passkey is set up already.',
    })
  })
})

describe('one factor instead of another', () => {
  test('a recovery code replaces a passkey; a TOTP code does not', async () => {
    const { factorId, again, session } = await enrolled()
    const code = newRecoveryCode()
    const hash = await hashRecoveryCode(accounts.ctx, session.user.id, parseRecoveryCode(code) ?? '')
    await accounts.ctx.db.asAccounts((tx) => replaceRecoveryCodes(tx, session.user.id, [hash], accounts.clock.now()))
    const client = await again()
    const { error } = await client.auth.mfa.challengeAndVerify({ factorId, code: '123456' })
    expect(error?.message).toBe('Please use your passkey, or enter one of your recovery codes.')
    expect((await client.auth.mfa.challengeAndVerify({ factorId, code })).error).toBeNull()
    expect(await levelOf(client)).toMatchObject({
      currentLevel: 'aal2',
      currentAuthenticationMethods: [{ method: 'mfa/recovery_code' }, { method: 'password' }],
    })
  })

  test('a passkey does not replace an app', async () => {
    const account = await signedUp(accounts)
    const { factorId, secret } = await withAuthenticator(account.client.auth, accounts.clock)
    const { data } = await account.client.auth.mfa.challenge({ factorId })
    const given = softwarePasskey(here).get('x')
    const challengeId = data?.id ?? ''
    expect(await respond(account.client, { factorId, challengeId, type: 'request', given })).toMatchObject({
      status: 400,
    })
    const code = codeOf(secret, accounts.clock)
    expect((await account.client.auth.mfa.verify({ factorId, challengeId, code })).error).toBeNull()
  })
})
