import type { AccessVerifier } from './caller.ts'

type ApiKeyCheck = { role: 'anon' | 'service_role' } | { refusal: Response }

/**
 * Checks the `apikey` header or query parameter of `/auth/v1` and `/rest/v1`. The key identifies the client program;
 * the bearer token identifies the user. Responses have the format of Supabase's gateway, not of the protocol behind it.
 */
export function authenticateApiKey(access: AccessVerifier, headers: Headers, url: URL): ApiKeyCheck {
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
