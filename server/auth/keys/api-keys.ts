import { createHmac, timingSafeEqual } from 'node:crypto'
import { hashSecret } from '../../sealed.ts'

export interface ApiKeys {
  /** Stands in the page; says only that a program of ours calls. */
  anon: string
  /** The operator's: opens the admin calls. Never in the page. */
  service: string
}

/**
 * The two keys of the protocol as JWTs (HS256), in the form in which its tools expect them. The same for the same secret, on every node and
 * after every start, hence without a time. They are compared, never verified: no other token signed with the secret opens anything.
 */
export function apiKeysOf(jwtSecret: string): ApiKeys {
  return {
    anon: sign({ iss: 'mailroom', role: 'anon' }, jwtSecret),
    service: sign({ iss: 'mailroom', role: 'service_role' }, jwtSecret),
  }
}

/** The role that a key stands for, found in constant time. */
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
