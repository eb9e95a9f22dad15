/** The scopes of the app, with their descriptions on the consent page. */
export const SCOPE_TEXTS: ReadonlyMap<string, string> = new Map([
  ['account_info.read', 'View basic information about your Dropbox account such as your email and country'],
  ['files.metadata.read', 'View information about your Dropbox files and folders'],
  ['files.content.read', 'View content of your Dropbox files and folders'],
  ['files.content.write', 'Edit content of your Dropbox files and folders'],
])

/** The scopes of a request, each once, and those that the app does not have. No scope means all scopes of the app. */
export function parseScopes(text: string | undefined): { valid: string[]; invalid: string[] } {
  const requested = [...new Set((text ?? '').split(/\s+/).filter(Boolean))]
  if (requested.length === 0) return { valid: [...SCOPE_TEXTS.keys()], invalid: [] }
  return {
    valid: requested.filter((scope) => SCOPE_TEXTS.has(scope)),
    invalid: requested.filter((scope) => !SCOPE_TEXTS.has(scope)),
  }
}
