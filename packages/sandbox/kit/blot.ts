import { createHash } from 'node:crypto'

/**
 * Credentials never stand in the journal. A short fingerprint stays, so that a test can still say
 * "the same token was used twice".
 */
const SECRET_KEYS = new Set([
  'access_token',
  'refresh_token',
  'id_token',
  'token',
  'client_secret',
  'client_assertion',
  'code',
  'code_verifier',
  'password',
  'secret',
  'card_number',
  'card_cvc',
  'uploadurl',
  '@microsoft.graph.downloadurl',
])
const SECRET_HEADERS = new Set(['authorization', 'cookie', 'set-cookie', 'proxy-authorization'])

function fingerprint(secret: string): string {
  return `[blotted ${createHash('sha256').update(secret).digest('hex').slice(0, 8)}]`
}

/** Addresses of Stripe's customer portal let whoever has them in. */
function withoutPortals(text: string): string {
  return text.replace(
    /(\/p\/session\/)([\w-]+)/g,
    (_, path, secret) => `${path}${encodeURIComponent(fingerprint(String(secret)))}`,
  )
}

function url(text: string): string {
  return withoutPortals(text).replace(
    /([?&](?:code|code_verifier|access_token|refresh_token|token|tempauth|upload_id|client_secret)=)([^&#]+)/g,
    (_, key, secret) => {
      return `${key}${encodeURIComponent(fingerprint(String(secret)))}`
    },
  )
}

function headers(all: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(all).map(([name, value]) => [name, header(name.toLowerCase(), value)]))
}

function header(name: string, value: string): string {
  if (name === 'location') return url(value)
  if (!SECRET_HEADERS.has(name)) return value
  const [scheme, secret] = /^(Bearer|Basic) (.+)$/.exec(value)?.slice(1) ?? []
  return scheme && secret ? `${scheme} ${fingerprint(secret)}` : fingerprint(value)
}

/** JSON and forms as data with their secrets blotted out, other text as it is, nothing as null. */
function body(text: string): unknown {
  if (text === '') return null
  if (/^\s*[[{]/.test(text)) {
    try {
      return blotted(JSON.parse(text))
    } catch {
      return withoutPortals(text)
    }
  }
  if (/^[\w.$%-]+=[^\n<]*$/.test(text)) return blotted(Object.fromEntries(new URLSearchParams(text)))
  return withoutPortals(text)
}

/** Error objects have a `code` too, but theirs stands beside a `message` and is no secret. */
function blotted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(blotted)
  if (typeof value === 'string') return withoutPortals(value)
  if (typeof value !== 'object' || value === null) return value
  const isError = 'message' in value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const secret = SECRET_KEYS.has(key.toLowerCase()) && !(isError && key === 'code')
      return [key, secret && typeof inner === 'string' ? fingerprint(inner) : blotted(inner)]
    }),
  )
}

export const blot = { url, headers, body }
