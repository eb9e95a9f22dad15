import { publicConfig } from './public-config.ts'
import { accessToken, clearSession } from './session.ts'

/** Fetch with the public key and the user's access token. Clears the session if the server rejects it. */
export async function authorizedFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const [{ anonKey }, token] = await Promise.all([publicConfig(), accessToken()])
  const headers = new Headers(init?.headers)
  headers.set('apikey', anonKey)
  headers.set('authorization', `Bearer ${token ?? anonKey}`)
  const response = await fetch(input, { ...init, headers })
  // Not if another session has replaced the rejected one meanwhile.
  if (response.status === 401 && token === (await accessToken())) await clearSession()
  return response
}
