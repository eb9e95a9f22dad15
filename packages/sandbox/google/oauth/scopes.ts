const API = 'https://www.googleapis.com/auth/'
export const EMAIL_SCOPE = `${API}userinfo.email`
export const PROFILE_SCOPE = `${API}userinfo.profile`

/** The scopes of the app, with their descriptions on the consent page. */
export const SCOPE_TEXTS: ReadonlyMap<string, string> = new Map([
  ['openid', 'Associate you with your personal info on Google'],
  [EMAIL_SCOPE, 'See your primary Google Account email address'],
  [PROFILE_SCOPE, "See your personal info, including any personal info you've made publicly available"],
  [`${API}drive.file`, 'See, edit, create, and delete only the specific Google Drive files you use with this app'],
])

const SHORT_NAMES = new Map([
  ['email', EMAIL_SCOPE],
  ['profile', PROFILE_SCOPE],
])
const SIGN_IN = new Set(['openid', EMAIL_SCOPE, PROFILE_SCOPE])

/** The scopes of a request by their full names, each once, and the unknown ones. */
export function parseScopes(text: string): { valid: string[]; invalid: string[] } {
  const names = text.split(/\s+/).filter(Boolean)
  const full = [...new Set(names.map((scope) => SHORT_NAMES.get(scope) ?? scope))]
  return {
    valid: full.filter((scope) => SCOPE_TEXTS.has(scope)),
    invalid: full.filter((scope) => !SCOPE_TEXTS.has(scope)),
  }
}

/** The user can refuse any scope but those of sign-in. */
export function isOptionalScope(scope: string): boolean {
  return !SIGN_IN.has(scope)
}

/** The `scope` parameter of the redirect: short names beside the full ones. */
export function scopesInRedirect(scopes: readonly string[]): string {
  const short = [...SHORT_NAMES].filter(([, full]) => scopes.includes(full)).map(([name]) => name)
  return [...short, ...scopes].join(' ')
}
