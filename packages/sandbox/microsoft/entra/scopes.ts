import { EntraError } from './errors.ts'

const GRAPH = 'https://graph.microsoft.com/'
const SIGN_IN = ['openid', 'profile', 'email', 'offline_access']
const GRAPH_SCOPES = [
  'User.Read',
  'Mail.Read',
  'Mail.ReadBasic',
  'Mail.ReadWrite',
  'Mail.Send',
  'MailboxSettings.Read',
  'MailboxSettings.ReadWrite',
  'Files.Read',
  'Files.ReadWrite',
]

/** What a consent page says about each scope. */
export const SCOPE_TEXTS: Record<string, string> = {
  openid: 'Sign you in',
  profile: 'View your basic profile',
  email: 'View your email address',
  offline_access: 'Maintain access to data you have given it access to',
  'User.Read': 'Sign you in and read your profile',
  'Mail.Read': 'Read your mail',
  'Mail.ReadBasic': 'Read your basic mail',
  'Mail.ReadWrite': 'Read and write access to your mail',
  'Mail.Send': 'Send mail as you',
  'MailboxSettings.Read': 'Read your mailbox settings',
  'MailboxSettings.ReadWrite': 'Read and write your mailbox settings',
  'Files.Read': 'Read your files',
  'Files.ReadWrite': 'Have full access to your files',
}

const BY_LOWER_CASE = new Map([...SIGN_IN, ...GRAPH_SCOPES].map((scope) => [scope.toLowerCase(), scope]))

/** The scopes of a request in their proper spelling. A scope without a resource means Graph; two resources do not mix. */
export function parseScopes(text: string): string[] {
  const asked = text.split(/\s+/).filter(Boolean)
  return [
    ...new Set(
      asked.map((scope) => {
        const plain = scope.startsWith(GRAPH) ? scope.slice(GRAPH.length) : scope
        const known = BY_LOWER_CASE.get(plain.toLowerCase())
        if (!known) throw new EntraError(70011)
        return known
      }),
    ),
  ]
}

/** What the token answer lists: everything granted but offline_access, which shows as the refresh token itself. */
export function shownScopes(scopes: Iterable<string>): string {
  return [...scopes].filter((scope) => scope !== 'offline_access').join(' ')
}

export function needsAdmin(tenantForbids: boolean, adminConsented: boolean): boolean {
  return tenantForbids && !adminConsented
}
