const API = 'https://www.googleapis.com/auth/'
export const EMAIL_SCOPE = `${API}userinfo.email`
export const PROFILE_SCOPE = `${API}userinfo.profile`

/** The scopes that the consent screen of the app names, and what it says about each. */
export const SCOPE_TEXTS: ReadonlyMap<string, string> = new Map([
  ['openid', 'Associate you with your personal info on Google'],
  [EMAIL_SCOPE, 'See your primary Google Account email address'],
  [PROFILE_SCOPE, "See your personal info, including any personal info you've made publicly available"],
  [`${API}drive.file`, 'See, edit, create, and delete only the specific Google Drive files you use with this app'],
])

const SHORT = new Map([
  ['email', EMAIL_SCOPE],
  ['profile', PROFILE_SCOPE],
])
const SIGN_IN = new Set(['openid', EMAIL_SCOPE, PROFILE_SCOPE])

/** The scopes of a request under their full names, each once, and those that nobody knows. */
export function parseScopes(text: string): { valid: string[]; invalid: string[] } {
  const full = [
    ...new Set(
      text
        .split(/\s+/)
        .filter(Boolean)
        .map((scope) => SHORT.get(scope) ?? scope),
    ),
  ]
  return {
    valid: full.filter((scope) => SCOPE_TEXTS.has(scope)),
    invalid: full.filter((scope) => !SCOPE_TEXTS.has(scope)),
  }
}

/** Who signs in tells who they are; anything else a person can leave out. */
export function mayBeLeftOut(scope: string): boolean {
  return !SIGN_IN.has(scope)
}

/** How the redirect tells what was granted: the short names beside the full ones. */
export function shownOnRedirect(scopes: readonly string[]): string {
  const short = [...SHORT].filter(([, full]) => scopes.includes(full)).map(([name]) => name)
  return [...short, ...scopes].join(' ')
}
