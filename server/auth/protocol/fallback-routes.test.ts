import { describe, expect, test } from 'vitest'
import { ofFile } from '../../../test/kit/of-file.ts'
import { goodPassword, newEmail, startAccounts } from '../../../test/kit/start-accounts.ts'

const accounts = await ofFile(startAccounts())

const auth = () => accounts.client().auth
const phone = '+32470000000'

describe('disabled features respond with GoTrue’s error codes', () => {
  test('SAML single sign-on', async () => {
    const { error } = await auth().signInWithSSO({ domain: 'example.com' })
    expect(error).toMatchObject({ status: 404, code: 'saml_provider_disabled' })
  })

  test('anonymous accounts', async () => {
    expect((await auth().signInAnonymously()).error).toMatchObject({ status: 422, code: 'anonymous_provider_disabled' })
  })

  test('phone numbers, on each endpoint', async () => {
    const refusals = [
      await auth().signUp({ phone, password: goodPassword }),
      await auth().signInWithPassword({ phone, password: goodPassword }),
      await auth().signInWithOtp({ phone }),
      await auth().resend({ type: 'sms', phone }),
    ]
    for (const { error } of refusals) expect(error).toMatchObject({ status: 400, code: 'phone_provider_disabled' })
  })

  test('a phone as second factor', async () => {
    const client = accounts.client()
    await client.auth.signUp({ email: newEmail(), password: goodPassword })
    const { error } = await client.auth.mfa.enroll({ factorType: 'phone', phone })
    expect(error).toMatchObject({ status: 422, code: 'mfa_phone_enroll_not_enabled' })
  })

  test('Web3 wallets', async () => {
    const body = JSON.stringify({ chain: 'ethereum', message: 'm', signature: 's' })
    const response = await accounts.request('/token?grant_type=web3', { method: 'POST', body })
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({ error_code: 'web3_provider_disabled' })
  })
})
