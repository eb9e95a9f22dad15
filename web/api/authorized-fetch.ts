import { joinedFetch } from './joined-fetch.ts'
import { publicConfig } from './public-config.ts'
import { accessToken, clearSession, replaceRejectedToken } from './session.ts'

/**
 * Fetch with the public key and the user's access token. A token that the server rejects is replaced once: another tab
 * has renewed it, or it has expired although this device's clock is slow. Clears the session where that fails.
 */
export async function authorizedFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const { anonKey } = publicConfig()
  const token = await accessToken()
  const send = (bearer: string | null): Promise<Response> => {
    const headers = new Headers(init?.headers)
    headers.set('apikey', anonKey)
    headers.set('authorization', `Bearer ${bearer ?? anonKey}`)
    return joinedFetch(input, { ...init, headers })
  }
  const response = await send(token)
  const renewed = response.status === 401 && token !== null ? await replaceRejectedToken(token) : null
  if (renewed === null) return response
  const again = await send(renewed)
  // Not if another session has replaced the rejected one meanwhile.
  if (again.status === 401 && renewed === (await accessToken())) await clearSession()
  return again
}
