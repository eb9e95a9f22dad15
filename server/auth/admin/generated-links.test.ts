import { describe, expect, test } from 'vitest'
import { operatorOfFile } from '../../../test/kit/operator-of-file.ts'
import { goodPassword, newEmail } from '../../../test/kit/start-accounts.ts'

const { accounts, operator, made, signIn } = await operatorOfFile()

describe('links generated for the operator', () => {
  const links = async (given: Parameters<ReturnType<typeof operator>['generateLink']>[0]) => {
    const { data, error } = await operator().generateLink(given)
    if (error) throw error
    return data
  }

  test.each(['magiclink', 'recovery'] as const)('%s for an existing user', async (type) => {
    const { email, user } = await made()
    const sent = await links({ type, email })
    expect(sent.user).toMatchObject({ id: user.id })
    expect(sent.properties).toMatchObject({ verification_type: type, email_otp: expect.stringMatching(/^\d{6}$/) })
    const link = new URL(sent.properties.action_link)
    expect(link.pathname).toBe('/auth/v1/verify')
    expect(link.searchParams.get('token')).toBe(sent.properties.hashed_token)
  })

  test('signup and invite create the account, unconfirmed', async () => {
    const [signup, invite] = [newEmail(), newEmail()]
    const data = { name: 'Ann', level: 3 }
    const signedUp = await links({ type: 'signup', email: signup, password: goodPassword, options: { data } })
    expect(signedUp.user?.user_metadata).toEqual(data)
    const invited = await links({ type: 'invite', email: invite, options: { data } })
    expect(invited.user).toMatchObject({ invited_at: expect.any(String), user_metadata: data })
    expect(invited.user?.email_confirmed_at).toBeUndefined()
    expect(new URL(invited.properties.redirect_to).pathname).toBe('/auth/reset-password')
    expect((await operator().getUserById(invited.user?.id ?? '')).error).toBeNull()
  })

  test('a second signup link merges its data into the metadata of the unconfirmed user', async () => {
    const email = newEmail()
    const metadataAfter = async (data?: object) => {
      const { user } = await links({
        type: 'signup',
        email,
        password: goodPassword,
        ...(data && { options: { data } }),
      })
      return user?.user_metadata
    }
    await metadataAfter({ name: 'Ann', level: 3, team: 'a' })
    expect(await metadataAfter({ level: 4, city: 'Ulm' })).toEqual({ name: 'Ann', level: 4, team: 'a', city: 'Ulm' })
    const kept = { name: 'Ann', level: 4, city: 'Ulm' }
    expect(await metadataAfter({ team: null })).toEqual(kept)
    expect(await metadataAfter({})).toEqual(kept)
    expect(await metadataAfter()).toEqual(kept)
  })

  test('a magic link for an unknown address becomes a sign-up', async () => {
    expect((await links({ type: 'magiclink', email: newEmail() })).properties.verification_type).toBe('signup')
  })

  test.each([
    ['recovery for an unknown address', { type: 'recovery' }, 404, 'user_not_found'],
    ['an unknown type', { type: 'telegram' }, 400, 'validation_failed'],
    ['a sign-up without a password', { type: 'signup' }, 400, 'validation_failed'],
    ['a change to an invalid address', { type: 'email_change_new', new_email: 'x' }, 400, 'validation_failed'],
  ])('%s is refused', async (_what, given, status, code) => {
    const headers = { apikey: accounts.keys.service, authorization: `Bearer ${accounts.keys.service}` }
    const response = await accounts.request('/admin/generate_link', {
      method: 'POST',
      headers,
      body: JSON.stringify({ email: newEmail(), ...given }),
    })
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ error_code: code })
  })

  test('does not redirect to another site', async () => {
    const { email } = await made()
    const { properties } = await links({ type: 'magiclink', email, options: { redirectTo: 'https://evil.example/x' } })
    expect(new URL(properties.redirect_to).pathname).toBe('/dashboard')
  })
})

test('an invitation creates the account; an existing user is not invited', async () => {
  const email = newEmail()
  const { data } = await operator().inviteUserByEmail(email, { data: { name: 'Ann' } })
  expect(data.user).toMatchObject({ email, invited_at: expect.any(String), user_metadata: { name: 'Ann' } })
  expect((await operator().inviteUserByEmail((await made()).email)).error).toMatchObject({ code: 'email_exists' })
})

test('an invitation removes a password that an attacker may have set', async () => {
  const { email } = await made({ email_confirm: false })
  await operator().inviteUserByEmail(email)
  expect((await signIn(email)).error).toMatchObject({ code: 'invalid_credentials' })
})
