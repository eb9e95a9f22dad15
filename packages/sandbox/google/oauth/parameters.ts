import { strayParameter } from '../../kit/oauth/token-endpoint.ts'

/** Google's description of an unknown or repeated parameter; null where there is none. */
export function parameterError(sent: URLSearchParams, known: ReadonlySet<string>): string | null {
  const stray = strayParameter(sent, known)
  if (!stray) return null
  return stray.problem === 'unknown'
    ? `Parameter not allowed for this message type: ${stray.name}`
    : `OAuth 2 parameters can only have a single value: ${stray.name}`
}
