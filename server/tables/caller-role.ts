import { decodeJwt } from 'jose'
import type { Context } from '../context.ts'
import type { Claims } from '../db/claims.ts'
import { Failure } from '../errors.ts'
import { bearerToken } from '../http/caller.ts'
import { RestFailure } from './errors.ts'

/**
 * As whom the request runs: a signed-in person by their token, otherwise what the key in its place stands for.
 * A header that is there but says nothing is an error, never a visitor (security checklist D15).
 */
export async function claimsOf(ctx: Pick<Context, 'clock' | 'access'>, headers: Headers): Promise<Claims> {
  if (!headers.has('authorization')) return { role: 'anon' }
  const token = bearerToken(headers)
  if (token === null) throw invalidToken('PGRST301', 'Empty JWT is sent in Authorization header')
  const role = ctx.access.apiKeyRole(token)
  if (role) return { role }
  try {
    return (await ctx.access.verify(token)).claims
  } catch (error) {
    if (error instanceof Failure && error.code === 'second_step_required')
      throw new RestFailure(error.status, error.code, error.message)
    if (error instanceof Failure && error.status === 401) throw refusedToken(token, error, ctx.clock.now())
    throw error
  }
}

function refusedToken(token: string, { code }: Failure, now: Date): RestFailure {
  if (code === 'session_ended') return invalidToken('PGRST303', 'JWT session has ended')
  const parts = token.split('.').length
  if (parts !== 3) return invalidToken('PGRST301', `Expected 3 parts in JWT; got ${parts}`)
  return hasExpired(token, now)
    ? invalidToken('PGRST303', 'JWT expired')
    : invalidToken('PGRST301', 'No suitable key or wrong key type')
}

/** Only words the refusal of a token that has already been refused. */
function hasExpired(token: string, now: Date): boolean {
  try {
    const { exp } = decodeJwt(token)
    return exp !== undefined && exp * 1000 <= now.getTime()
  } catch {
    return false
  }
}

const invalidToken = (code: string, message: string): RestFailure =>
  new RestFailure(401, code, message, {
    headers: { 'www-authenticate': `Bearer error="invalid_token", error_description="${message}"` },
  })
