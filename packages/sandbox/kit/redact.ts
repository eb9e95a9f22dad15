import { createHash } from 'node:crypto'

/** Credentials in the journal are replaced by a short fingerprint, which shows whether two of them are equal. */
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

/** The address of a Stripe customer portal session is a credential: it signs its visitor in. */
function redactPortals(text: string): string {
  return text.replace(
    /(\/p\/session\/)([\w-]+)/g,
    (_, path, secret) => `${path}${encodeURIComponent(fingerprint(String(secret)))}`,
  )
}

function url(text: string): string {
  return redactPortals(text).replace(
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

/** Parses JSON and forms and redacts them. Other text is returned as text, an empty body as null. */
function body(text: string): unknown {
  if (text === '') return null
  if (/^\s*[[{]/.test(text)) {
    try {
      return redactValue(JSON.parse(text))
    } catch {
      return redactPortals(text)
    }
  }
  if (/^[\w.$%-]+=[^\n<]*$/.test(text)) return redactValue(Object.fromEntries(new URLSearchParams(text)))
  return redactPortals(text)
}

/** The `code` of an error object, beside its `message`, is no secret. */
function redactValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(redactValue)
  if (typeof value === 'string') return redactPortals(value)
  if (typeof value !== 'object' || value === null) return value
  const isError = 'message' in value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const secret = SECRET_KEYS.has(key.toLowerCase()) && !(isError && key === 'code')
      return [key, secret && typeof inner === 'string' ? fingerprint(inner) : redactValue(inner)]
    }),
  )
}

export const redact = { url, headers, body }
