import { publicConfig } from './public-config.ts'
import { accessToken, forgetSession } from './session.ts'

/** Every call for a signed-in person: the key of the page, their token, and an end to a session that the server refuses. */
export async function authorizedFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const [{ anonKey }, token] = await Promise.all([publicConfig(), accessToken()])
  const headers = new Headers(init?.headers)
  headers.set('apikey', anonKey)
  headers.set('authorization', `Bearer ${token ?? anonKey}`)
  const response = await fetch(input, { ...init, headers })
  // Not where a new session has taken the place of the refused one meanwhile.
  if (response.status === 401 && token === (await accessToken())) await forgetSession()
  return response
}
