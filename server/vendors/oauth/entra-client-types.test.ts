import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { ofFile } from '../../../test/kit/of-file.ts'
import { startSandbox } from '../../../packages/sandbox/sandbox.ts'
import { createSelfSignedCertificate } from '../../../scripts/lib/self-signed-certificate.ts'
import { answerConsent } from '../../../test/kit/outlook.ts'
import { testDate, TestClock } from '../../../test/kit/test-clock.ts'
import { days, addMs } from '../../clock.ts'
import { readConfig } from '../../config.ts'
import { createEntra } from './entra.ts'

const email = 'anna@contoso.example'
const redirectUri = 'http://localhost:3000/api/microsoft/callback'
const codeVerifier = 'v'.repeat(43)
const clock = new TestClock()
const issued = createSelfSignedCertificate('Mailroom', addMs(clock.now(), -days(1)), addMs(clock.now(), days(365)))
const pem = issued.certificate + issued.privateKey

const control = (path: string, body: object) =>
  fetch(`${sandbox.url}/control${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

const sandbox = await ofFile(startSandbox({ port: 0, standing: { at: testDate } }))
await control('/outlook/mailboxes', { email, kind: 'work', folders: [] })

/** Connects an account and refreshes its tokens once. */
async function connect(settings: Record<string, string>) {
  const { microsoft } = readConfig({ SANDBOX_URL: sandbox.url, ...settings })
  if (!microsoft) throw new Error('Microsoft is not configured')
  const entra = createEntra(microsoft, clock)
  const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url')
  const request = { redirectUri, state: 's', nonce: 'n', codeChallenge, account: null, sending: false }
  const back = new URL(await answerConsent(entra.authorizeUrl(request), email))
  const { refreshToken } = await entra.redeem({ code: back.searchParams.get('code') ?? '', codeVerifier, redirectUri })
  return entra.refresh(refreshToken ?? '')
}

const web = { MICROSOFT_CLIENT_ID: 'mailroom-sandbox' }

describe('an app connects', () => {
  test('as a public client, by its id alone', async () => {
    expect((await connect({ MICROSOFT_CLIENT_ID: 'mailroom-sandbox-public' })).refreshToken).not.toBeNull()
  })
  test('with a secret', async () => {
    expect((await connect({ ...web, MICROSOFT_CLIENT_SECRET: 'mailroom-sandbox-secret' })).refreshToken).not.toBeNull()
  })
  test.each([
    ['PEM', pem],
    ['PEM on one line', pem.replaceAll('\n', '\\n')],
    ['base64', Buffer.from(pem).toString('base64')],
  ])('with a certificate as %s', async (_form, text) => {
    await control('/entra/certificates', { pem: issued.certificate })
    expect((await connect({ ...web, MICROSOFT_CERTIFICATE: text })).refreshToken).not.toBeNull()
  })
})

test.each([
  ['a web app without a secret', web, 7000218],
  [
    'a public client with a secret',
    { MICROSOFT_CLIENT_ID: 'mailroom-sandbox-public', MICROSOFT_CLIENT_SECRET: 'x' },
    700025,
  ],
  ['a single-page application', { MICROSOFT_CLIENT_ID: 'mailroom-sandbox-spa' }, 9002327],
])('%s is refused', async (_name, settings, number) => {
  await expect(connect(settings)).rejects.toMatchObject({ numbers: [number], signInNeeded: false })
})

test('a certificate that is not registered, or a wrong clock, is refused', async () => {
  await control('/entra/certificates', { pem: issued.certificate })
  const other = createSelfSignedCertificate('Other', clock.now(), addMs(clock.now(), days(1)))
  const settings = { ...web, MICROSOFT_CERTIFICATE: other.certificate + other.privateKey }
  await expect(connect(settings)).rejects.toMatchObject({ numbers: [700027] })
  await control('/clock', { advance: 'PT20M' })
  await expect(connect({ ...web, MICROSOFT_CERTIFICATE: pem })).rejects.toMatchObject({ numbers: [700024] })
})
