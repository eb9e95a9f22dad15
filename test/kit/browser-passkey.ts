import type { Page } from 'playwright-core'
import type { App } from './start-app.ts'

/** Adds a virtual authenticator to this page's browser that confirms automatically. */
export async function addPasskeyDevice(page: Page): Promise<{ takeAway(): Promise<void> }> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    takeAway: async () => void (await devtools.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })),
  }
}

const at = (value: unknown, ...names: string[]): unknown =>
  names.reduce<unknown>(
    (found, name) => (typeof found === 'object' && found !== null ? Reflect.get(found, name) : undefined),
    value,
  )

/**
 * Enrols a passkey of this browser for the user of the token. The page must be open at the product. @returns an access
 * token with the higher assurance level
 */
export async function setUpPasskey(page: Page, app: App, token: string, friendlyName: string): Promise<string> {
  const ask = async (path: string, body: unknown): Promise<unknown> => {
    const answer = await fetch(`${app.url}/auth/v1${path}`, {
      method: 'POST',
      headers: {
        apikey: app.ctx.access.anonKey,
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    })
    const answered: unknown = await answer.json()
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(answered)}`)
    return answered
  }
  const site = { rpId: new URL(app.url).hostname, rpOrigins: [app.url] }
  const factor = String(at(await ask('/factors', { factor_type: 'webauthn', friendly_name: friendlyName }), 'id'))
  const challenge = await ask(`/factors/${factor}/challenge`, { webauthn: site })
  const credential_response = await page.evaluate(
    async (options) => {
      const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
      const made = await navigator.credentials.create({ publicKey })
      return made instanceof PublicKeyCredential ? made.toJSON() : null
    },
    // Passes the response to the page as JSON, as the client's own code does.
    JSON.parse(JSON.stringify(at(challenge, 'webauthn', 'credential_options', 'publicKey'))),
  )
  const verified = await ask(`/factors/${factor}/verify`, {
    challenge_id: at(challenge, 'id'),
    webauthn: { ...site, type: 'create', credential_response },
  })
  return String(at(verified, 'access_token'))
}
