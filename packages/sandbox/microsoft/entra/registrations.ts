import type { OAuthApp } from '../../kit/oauth/apps.ts'

/**
 * The platform of the redirect URI decides how Entra treats a client: `web` needs a secret or a certificate, `public`
 * (mobile and desktop applications) must have none, `spa` may redeem codes only from a browser.
 */
export type EntraApp = Pick<OAuthApp, 'clientId' | 'name'> & {
  secret: string | null
  platform: 'web' | 'public' | 'spa'
}

const REGISTRATIONS: readonly EntraApp[] = [
  { clientId: 'mailroom-sandbox', secret: 'mailroom-sandbox-secret', name: 'Mailroom', platform: 'web' },
  { clientId: 'mailroom-sandbox-public', secret: null, name: 'Mailroom', platform: 'public' },
  { clientId: 'mailroom-sandbox-spa', secret: null, name: 'Mailroom', platform: 'spa' },
]

export function findEntraApp(clientId: string | null | undefined): EntraApp | undefined {
  return REGISTRATIONS.find((app) => app.clientId === clientId)
}
