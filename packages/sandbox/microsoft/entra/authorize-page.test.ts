import { beforeEach, describe, expect, test } from 'vitest'
import { ALL_SCOPES, ask, at } from '../../testing/sandbox-client.ts'
import { sandboxOfFile } from '../../testing/sandbox-of-file.ts'

const WORK = 'anna@contoso.example'
const PERSONAL = 'ben@outlook.example'
const sandbox = await sandboxOfFile()

beforeEach(async () => {
  await sandbox.control('POST', '/outlook/mailboxes', { email: WORK, kind: 'work', folders: [] })
  await sandbox.control('POST', '/outlook/mailboxes', { email: PERSONAL, kind: 'personal', folders: [] })
})

async function codeFor(account: string, changes: Record<string, string | undefined> = {}, tenant = 'common') {
  const back = await sandbox.consent(account, 'accept', sandbox.authorizeUrl(changes, tenant))
  return new URL(back.headers.get('location') ?? '').searchParams.get('code') ?? ''
}

describe('the authorize page', () => {
  test('has the scopes, an account field and two buttons, without scripts', async () => {
    const { text, status } = await ask(sandbox.authorizeUrl())
    expect(status).toBe(200)
    for (const part of [
      'name="account"',
      'name="decision" value="accept"',
      'name="decision" value="deny"',
      'Mail.ReadWrite',
    ]) {
      expect(text).toContain(part)
    }
    expect(text).not.toContain('<script')
  })

  test.each([
    'http://localhost:3000/api/microsoft/callback/',
    'http://evil.example/api/microsoft/callback',
    'https://localhost:3000/other',
  ])('shows an error page for the unregistered redirect URI %s', async (redirect_uri) => {
    const answer = await ask(sandbox.authorizeUrl({ redirect_uri }))
    expect(answer.status).toBe(400)
    expect(answer.text).toContain('AADSTS50011')
    expect(answer.headers.get('location')).toBeNull()
  })

  test('shows an error page for an unknown client', async () => {
    expect((await ask(sandbox.authorizeUrl({ client_id: 'unknown' }))).text).toContain('AADSTS700016')
  })

  test.each(['response_type', 'scope'])('redirects with invalid_request without %s', async (name) => {
    const answer = await ask(sandbox.authorizeUrl({ [name]: undefined }))
    const target = new URL(answer.headers.get('location') ?? '')
    expect(target.searchParams.get('error')).toBe('invalid_request')
    expect(target.searchParams.get('state')).toBe('the state')
  })

  test('returns any state unchanged', async () => {
    const state = `${'x'.repeat(2000)}&=%"<>+ ä`
    for (const decision of ['accept', 'deny']) {
      const back = await sandbox.consent(WORK, decision, sandbox.authorizeUrl({ state }))
      expect(new URL(back.headers.get('location') ?? '').searchParams.get('state')).toBe(state)
    }
  })

  test('distinguishes a denied consent from a cancelled account picker', async () => {
    const consent = new URL((await sandbox.consent(WORK, 'deny')).headers.get('location') ?? '').searchParams
    expect(consent.get('error')).toBe('access_denied')
    expect(consent.get('error_description')).toContain('AADSTS65004')
    expect(consent.get('error_subcode')).toBe('cancel')
    const picker = new URL((await sandbox.consent('', 'deny')).headers.get('location') ?? '').searchParams
    expect(picker.get('error_description')).toBe('the user canceled the authentication')
  })

  test('shows that an unknown account does not exist', async () => {
    const answer = await sandbox.consent('unknown@contoso.example', 'accept')
    expect(answer.headers.get('location')).toBeNull()
    expect(answer.text).toContain('unknown@contoso.example')
    expect(answer.text).toContain('exist')
  })

  test('accepts personal accounts under consumers, work accounts under organizations, both under common', async () => {
    const led = async (account: string, tenant: string) =>
      (await sandbox.consent(account, 'accept', sandbox.authorizeUrl({}, tenant))).headers.get('location') !== null
    expect([
      await led(PERSONAL, 'common'),
      await led(PERSONAL, 'consumers'),
      await led(PERSONAL, 'organizations'),
    ]).toEqual([true, true, false])
    expect([await led(WORK, 'common'), await led(WORK, 'consumers'), await led(WORK, 'organizations')]).toEqual([
      true,
      false,
      true,
    ])
  })

  test('requires admin consent where the tenant forbids user consent', async () => {
    const me = at(
      (await sandbox.control('POST', '/outlook/mailboxes', { email: 'c@strict.example', kind: 'work', folders: [] }))
        .body,
      'tenantId',
    )
    await sandbox.control('PUT', `/tenants/${String(me)}`, { userConsentForbidden: true })
    const page = await sandbox.consent('c@strict.example', 'accept')
    expect(page.text).toContain('Need admin approval')
    const flow = /name="flow" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
    const back = await ask(sandbox.authorizeUrl(), {
      method: 'POST',
      body: new URLSearchParams({ flow, decision: 'return' }),
    })
    expect(back.headers.get('location')).toContain('AADSTS90094')
    await sandbox.control('POST', `/tenants/${String(me)}/adminConsent`)
    expect(await codeFor('c@strict.example')).not.toBe('')
  })

  test('prompt=none redirects with an error, or silently with a session and consent', async () => {
    const none = sandbox.authorizeUrl({ prompt: 'none' })
    expect((await ask(none)).headers.get('location')).toContain('login_required')
    const cookie = (await sandbox.consent(WORK, 'accept')).headers.get('set-cookie')?.split(';')[0] ?? ''
    expect((await ask(none, { headers: { cookie } })).headers.get('location')).toContain('code=')
    expect(
      (await ask(sandbox.authorizeUrl({ prompt: undefined }), { headers: { cookie } })).headers.get('location'),
    ).toContain('code=')
    const hinted = (account: string) => sandbox.authorizeUrl({ prompt: undefined, login_hint: account })
    expect((await ask(hinted(WORK), { headers: { cookie } })).headers.get('location')).toContain('code=')
    const other = await ask(hinted(PERSONAL), { headers: { cookie } })
    expect([other.status, other.text]).toEqual([200, expect.stringContaining(PERSONAL)])
    expect((await ask(sandbox.authorizeUrl(), { headers: { cookie } })).status).toBe(200)
    const more = sandbox.authorizeUrl({ prompt: 'none', scope: `${ALL_SCOPES} MailboxSettings.Read` })
    expect((await ask(more, { headers: { cookie } })).headers.get('location')).toContain('consent_required')
  })
})
