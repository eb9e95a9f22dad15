import type { Context } from 'hono'
import type { World } from '../kit/world.ts'
import type { Person } from './people.ts'

export type Bearer = { person: Person; scopes: ReadonlySet<string>; clientId: string }

/** Whose access token the call carries; null where there is none that works. */
export function bearerOf({ google, clock }: World, c: Context): Bearer | null {
  const token = google.accessTokens.get(/^Bearer (.+)$/i.exec(c.req.header('authorization') ?? '')?.[1] ?? '')
  if (!token || token.grant.ended || token.expiresAt <= clock.now()) return null
  const person = google.people.get(token.grant.sub)
  return person && !person.disabled ? { person, scopes: token.scopes, clientId: token.grant.clientId } : null
}
