import type { AccessVerifier } from './caller.ts'

export type ApiKeyCheck = { role: 'anon' | 'service_role' } | { refusal: Response }

/**
 * What the gateway before `/auth/v1` and `/rest/v1` checks: a key of ours in the header `apikey` or the address. It says which program
 * calls; who the person is, the bearer token says. The answers are the gateway's, not those of the protocol behind it.
 */
export function checkApiKey(access: AccessVerifier, headers: Headers, url: URL): ApiKeyCheck {
  const key = headers.get('apikey') ?? url.searchParams.get('apikey')
  if (!key) {
    return refusal('No API key found in request', 'No `apikey` request header or url param was found.')
  }
  const role = access.apiKeyRole(key)
  return role ? { role } : refusal('Invalid API key', 'Use the key that /config.json tells.')
}

const refusal = (message: string, hint: string): ApiKeyCheck => ({
  refusal: Response.json({ message, hint }, { status: 401, headers: { 'cache-control': 'no-store' } }),
})
