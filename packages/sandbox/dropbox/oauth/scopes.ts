/** The scopes of the app, and what the consent page says about each. */
export const SCOPE_TEXTS: ReadonlyMap<string, string> = new Map([
  ['account_info.read', 'View basic information about your Dropbox account such as your email and country'],
  ['files.metadata.read', 'View information about your Dropbox files and folders'],
  ['files.content.read', 'View content of your Dropbox files and folders'],
  ['files.content.write', 'Edit content of your Dropbox files and folders'],
])

/** Each scope once, and those that the app has not. Without any it is all that the app has. */
export function parseScopes(text: string | undefined): { valid: string[]; invalid: string[] } {
  const asked = [...new Set((text ?? '').split(/\s+/).filter(Boolean))]
  if (asked.length === 0) return { valid: [...SCOPE_TEXTS.keys()], invalid: [] }
  return {
    valid: asked.filter((scope) => SCOPE_TEXTS.has(scope)),
    invalid: asked.filter((scope) => !SCOPE_TEXTS.has(scope)),
  }
}
