/** What an operator does at the portal of a provider: the set-up on the page, in the terminal, and the documents. */
export interface PortalSteps {
  url: string
  /** Path of the address that is registered there. */
  callback: string
  /** `{address}`: where this installation is called back. German: `web/texts/de/server-set-up.json`. */
  steps: readonly string[]
}

export const portalSteps = {
  outlook: {
    url: 'https://entra.microsoft.com',
    callback: '/api/microsoft/callback',
    steps: [
      'Sign in at entra.microsoft.com, and choose App registrations, then New registration.',
      'Name: what users see when they consent, such as Mailroom.',
      'Supported account types: accounts in any organizational directory and personal Microsoft accounts.',
      'Redirect URI: choose “Public client/native (mobile & desktop)” for your own machine, or “Web” for an ' +
        'installation that others use, and enter {address}',
      'Choose Register, and copy “Application (client) ID” from the overview of the app.',
      'API permissions, Add a permission, Microsoft Graph, Delegated permissions: openid, profile, email, ' +
        'offline_access, User.Read, Mail.Read and Mail.ReadWrite; also Mail.Send where email is to be forwarded.',
      'With “Web” only: Certificates & secrets, New client secret, and copy its Value, not the Secret ID, and the ' +
        'day on which it expires.',
    ],
  },
  google: {
    url: 'https://console.cloud.google.com/apis/credentials',
    callback: '/api/google/callback',
    steps: [
      'Open the credentials of a project at console.cloud.google.com, and choose Create credentials, OAuth client ' +
        'ID, Web application.',
      'Authorized redirect URIs: enter {address}, and the same address with /auth/v1/callback for the sign-in.',
      'Enable the Google Drive API, add the scope drive.file to the consent screen, and publish the app.',
      'Copy client ID and client secret.',
    ],
  },
  dropbox: {
    url: 'https://www.dropbox.com/developers/apps',
    callback: '/api/dropbox/callback',
    steps: [
      'Open dropbox.com/developers/apps, and choose Create app, Scoped access, Full Dropbox.',
      'Permissions: account_info.read, files.metadata.read, files.content.read and files.content.write.',
      'Settings, Redirect URIs: enter {address}',
      'Copy app key and app secret.',
    ],
  },
  stripe: {
    url: 'https://dashboard.stripe.com/apikeys',
    callback: '/api/stripe-webhook',
    steps: [
      'Open the API keys at dashboard.stripe.com, and create a restricted key with the permissions that ' +
        'docs/settings.md lists.',
      'On the page Set up the key is enough: Save creates products, prices, the customer portal and the webhook ' +
        'endpoint {address}. In the terminal npx mailroom stripe setup does, and prints the secret of the endpoint ' +
        'once; until then enter whsec_ and 8 letters.',
      'After each change of prices or of this address, run npx mailroom stripe setup again.',
    ],
  },
} as const satisfies Record<string, PortalSteps>

/** For texts without a button to copy the address. */
export const stepsAt = ({ steps, callback }: PortalSteps, publicUrl: string): string[] =>
  steps.map((step) => step.replaceAll('{address}', `${publicUrl}${callback}`))
