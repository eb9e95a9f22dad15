export type OAuthApp = { clientId: string; secret: string; name: string }

/** The only client application; it is registered with every service. */
const SANDBOX_APP: OAuthApp = {
  clientId: 'mailroom-sandbox',
  secret: 'mailroom-sandbox-secret',
  name: 'Mailroom',
}

export function findApp(clientId: string | null | undefined): OAuthApp | undefined {
  return clientId === SANDBOX_APP.clientId ? SANDBOX_APP : undefined
}
