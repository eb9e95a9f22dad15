import type { Context } from 'hono'
import type { World } from '../kit/world.ts'
import type { Person } from './people.ts'
import type { Token } from './state.ts'

export type Bearer = { person: Person; scopes: ReadonlySet<string>; clientId: string }

/** Whose access token the call carries; null where there is none that works. */
export function bearerOf(world: World, c: Context): Bearer | null {
  const authorization = c.req.header('authorization') ?? null
  const token = tokenOf(world, authorization)
  if (!token || token.grant.ended || token.expiresAt <= world.clock.now()) return null
  const person = personOf(world, authorization)
  return person && !person.disabled ? { person, scopes: token.scopes, clientId: token.grant.clientId } : null
}

/** Whom an access token was given for, whether it works or not. */
export function personOf(world: World, authorization: string | null): Person | undefined {
  return world.google.people.get(tokenOf(world, authorization)?.grant.sub ?? '')
}

function tokenOf({ google }: World, authorization: string | null): Token | undefined {
  return google.accessTokens.get(/^Bearer (.+)$/i.exec(authorization ?? '')?.[1] ?? '')
}
