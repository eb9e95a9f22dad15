import { createHmac, timingSafeEqual } from 'node:crypto'
import { hashSecret } from '../../sealed.ts'

interface ApiKeys {
  /** Public, part of the page. Identifies a client of this server and grants nothing by itself. */
  anon: string
  /** For the operator: grants the admin routes. Never part of the page. */
  service: string
}

/**
 * Supabase's two API keys as JWTs (HS256). They contain no time stamp, so they are the same on every node and after
 * every start. They are compared, never verified: no other token signed with the secret is accepted.
 */
export function apiKeysOf(jwtSecret: string): ApiKeys {
  return {
    anon: sign({ iss: 'mailroom', role: 'anon' }, jwtSecret),
    service: sign({ iss: 'mailroom', role: 'service_role' }, jwtSecret),
  }
}

/** The role of an API key, compared in constant time. */
export function roleOfApiKey(keys: ApiKeys, given: string): 'anon' | 'service_role' | null {
  const hash = hashSecret(given)
  if (timingSafeEqual(hash, hashSecret(keys.anon))) return 'anon'
  return timingSafeEqual(hash, hashSecret(keys.service)) ? 'service_role' : null
}

const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')

function sign(claims: object, secret: string): string {
  const text = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
}
