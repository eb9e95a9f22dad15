import { isAddressForEntra } from '../../contract/operator-settings.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { MicrosoftConfig } from '../service-settings.ts'
import { isOutlookSimulated } from '../simulated-services.ts'
import { EntraError } from '../vendors/oauth/entra-error.ts'
import { requestTokens } from '../vendors/oauth/entra-tokens.ts'
import { codeForm } from '../vendors/oauth/oauth-requests.ts'
import { probe } from '../vendors/http/probe.ts'
import { VendorError } from '../vendors/http/vendor-error.ts'
import { failure, ok, warning, type Finding } from './finding.ts'

const check = 'Microsoft'
const portal = 'the app registration (entra.microsoft.com, App registrations)'

export async function checkEntra(config: Config, clock: Clock): Promise<Finding[]> {
  const { microsoft, publicUrl } = config
  if (!microsoft)
    return [ok(check, 'is not configured: mailboxes are connected by IMAP; npm run setup adds those at Microsoft')]
  const isSimulated = isOutlookSimulated(config)
  const redirectUri = `${publicUrl}/api/microsoft/callback`
  const client = await checkClient(microsoft, clock, redirectUri, isSimulated ? 'the sandbox' : 'Entra')
  const refused = isSimulated ? null : refusedAddress(publicUrl)
  if (refused) return [client, refused]
  return client.level === 'error' ? [client] : [client, await checkRedirect(microsoft, redirectUri)]
}

/** Redeems a code that cannot exist: Entra authenticates the client before it looks at the code. */
async function checkClient(
  config: MicrosoftConfig,
  clock: Clock,
  redirectUri: string,
  where: string,
): Promise<Finding> {
  const accepted = ok(check, `${where} accepts the client ${config.clientId}${describeCredential(config)}`)
  try {
    await requestTokens(config, clock, codeForm({ code: 'doctor', codeVerifier: 'd'.repeat(43), redirectUri }))
  } catch (error) {
    if (!(error instanceof VendorError)) throw error
    if (error.status === 0) return failure(check, `${where} does not respond (${error.code})`, unreachableRemedy(where))
    const known =
      error instanceof EntraError ? causes.find(([numbers]) => error.numbers.some((n) => numbers.includes(n))) : null
    if (known) return failure(check, known[1], known[2])
    if (error.code === 'invalid_client')
      return failure(check, `${where} refuses the client (${numbersOf(error)})`, `Compare the settings with ${portal}.`)
    if (error.code === 'invalid_grant') return accepted
    return warning(check, `the client could not be checked (${error.status} ${numbersOf(error)})`, unclearRemedy(where))
  }
  return accepted
}

const unclearRemedy = (where: string): string =>
  `Try again later. Where a proxy is between this machine and ${where}, let it pass the requests unchanged.`

const unreachableRemedy = (where: string): string =>
  where === 'Entra'
    ? 'Allow outgoing HTTPS to login.microsoftonline.com and graph.microsoft.com.'
    : 'Start it with npm run sandbox, or set SANDBOX=false.'

const numbersOf = (error: VendorError): string =>
  error instanceof EntraError ? error.numbers.map((n) => `AADSTS${n}`).join(', ') || error.code : error.code

const describeCredential = ({ credential }: MicrosoftConfig): string =>
  credential === null ? ' (public client)' : 'secret' in credential ? ' with its secret' : ' with its certificate'

/** Codes of learn.microsoft.com/entra/identity-platform/reference-error-codes. */
const causes: [numbers: number[], text: string, remedy: string][] = [
  [
    [700016, 700038],
    'there is no app with this MICROSOFT_CLIENT_ID',
    `Copy “Application (client) ID” of ${portal}; with an app for one organization also set MICROSOFT_TENANT.`,
  ],
  [
    [90002, 900023],
    'there is no such tenant',
    'Set MICROSOFT_TENANT to common, or to the id or domain of your organization.',
  ],
  [
    [7000218],
    'the redirect address is registered for “Web”, which needs a secret or a certificate',
    'Register it under “Mobile and desktop applications”, or set MICROSOFT_CLIENT_SECRET or MICROSOFT_CERTIFICATE.',
  ],
  [
    [700025, 90023],
    'the app is a public client, which must not send a secret or certificate',
    'Remove MICROSOFT_CLIENT_SECRET and MICROSOFT_CERTIFICATE, or register the redirect address for “Web”.',
  ],
  [
    [7000215],
    'MICROSOFT_CLIENT_SECRET is wrong',
    'Copy the “Value” of the secret, not its “Secret ID”; it is shown only once, so create a new one where it is lost.',
  ],
  [[7000222], 'MICROSOFT_CLIENT_SECRET has expired', `Create a new one under “Certificates & secrets” of ${portal}.`],
  [
    [9002327],
    'the redirect address is registered for “Single-page application”',
    'Remove it there and register it under “Mobile and desktop applications”, or under “Web” with a secret.',
  ],
  [
    [700027, 7000277],
    'MICROSOFT_CERTIFICATE is not registered with the app',
    `Upload the certificate (without its key) under “Certificates & secrets” of ${portal}.`,
  ],
  [[700024], 'the clock of this machine is wrong', 'Synchronize it (NTP).'],
  [
    [50194, 9002331, 9002332, 9002346],
    'the app does not accept these accounts',
    'Under “Authentication” choose accounts of any organization and personal ones, or set MICROSOFT_TENANT to yours.',
  ],
]

/** Microsoft does not register such a redirect address. */
function refusedAddress(publicUrl: string): Finding | null {
  if (isAddressForEntra(publicUrl)) return null
  return failure(
    'redirect',
    `Microsoft accepts http only for localhost, so no mailbox can be connected at ${publicUrl}`,
    'Set PUBLIC_URL to an https address, or to http://localhost; docs/home-server.md has recipes.',
  )
}

/** Without a session, `prompt=none` returns an error to a registered redirect address, and a page otherwise. */
async function checkRedirect({ entraUrl, tenant, clientId }: MicrosoftConfig, redirectUri: string): Promise<Finding> {
  const query = new URLSearchParams({
    client_id: clientId,
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: 'openid',
    prompt: 'none',
    response_mode: 'query',
    code_challenge: 'd'.repeat(43),
    code_challenge_method: 'S256',
  })
  const { location, text } = await probe(`${entraUrl}/${tenant}/oauth2/v2.0/authorize?${query}`)
  if (location?.startsWith(redirectUri)) return ok('redirect', `${redirectUri} is registered`)
  if (text.includes('AADSTS50011'))
    return failure(
      'redirect',
      `${redirectUri} is not registered`,
      `Add exactly this address under “Authentication” of ${portal}, or correct PUBLIC_URL.`,
    )
  return warning('redirect', `could not be checked without a sign-in`, `Check that ${redirectUri} is registered.`)
}
