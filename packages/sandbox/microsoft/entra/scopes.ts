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

/** Descriptions on the consent page. */
export const SCOPE_TEXTS: Record<string, string> = {
  openid: 'Sign you in',
  profile: 'View your basic profile',
  email: 'View your email address',
  offline_access: 'Maintain access to data you have given it access to',
  'User.Read': 'Sign you in and read your profile',
  'Mail.Read': 'Read your email',
  'Mail.ReadBasic': 'Read your basic mail',
  'Mail.ReadWrite': 'Read and write access to your mail',
  'Mail.Send': 'Send mail as you',
  'MailboxSettings.Read': 'Read your mailbox settings',
  'MailboxSettings.ReadWrite': 'Read and write your mailbox settings',
  'Files.Read': 'Read your files',
  'Files.ReadWrite': 'Have full access to your files',
}

/** For the consent page, which asks once: reading is part of reading and writing. */
export const isNotImplied =
  (requested: readonly string[]) =>
  (scope: string): boolean =>
    !(scope.endsWith('.Read') && requested.includes(`${scope}Write`))

const BY_LOWER_CASE = new Map([...SIGN_IN, ...GRAPH_SCOPES].map((scope) => [scope.toLowerCase(), scope]))

/** The scopes of a request in canonical spelling. A scope without a resource is one of Graph. @throws EntraError */
export function parseScopes(text: string): string[] {
  const requested = text.split(/\s+/).filter(Boolean)
  return [
    ...new Set(
      requested.map((scope) => {
        const plain = scope.startsWith(GRAPH) ? scope.slice(GRAPH.length) : scope
        const known = BY_LOWER_CASE.get(plain.toLowerCase())
        if (!known) throw new EntraError(70011)
        return known
      }),
    ),
  ]
}

/** The `scope` of the token response: all granted scopes except `offline_access`. */
export function shownScopes(scopes: Iterable<string>): string {
  return [...scopes].filter((scope) => scope !== 'offline_access').join(' ')
}
