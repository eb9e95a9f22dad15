import { decodeJwt } from 'jose'
import type { Context } from '../context.ts'
import type { Claims } from '../db/claims.ts'
import { AppError } from '../errors.ts'
import { bearerToken } from '../http/request/caller.ts'
import { RestError } from './parse/rest-error.ts'

/**
 * Claims that the request runs with: those of a user's access token, or the role of an API key sent as a bearer token.
 * An empty or malformed header is an error: it must not fall back to the role `anon`.
 */
export async function requestClaims(ctx: Pick<Context, 'clock' | 'access'>, headers: Headers): Promise<Claims> {
  if (!headers.has('authorization')) return { role: 'anon' }
  const token = bearerToken(headers)
  if (token === null) throw invalidTokenError('PGRST301', 'Empty JWT is sent in Authorization header')
  const role = ctx.access.apiKeyRole(token)
  if (role) return { role }
  try {
    return (await ctx.access.verify(token)).claims
  } catch (error) {
    if (error instanceof AppError && error.code === 'second_step_required')
      throw new RestError(error.status, error.code, error.message)
    if (error instanceof AppError && error.status === 401) throw rejectedTokenError(token, error, ctx.clock.now())
    throw error
  }
}

function rejectedTokenError(token: string, { code }: AppError, now: Date): RestError {
  if (code === 'session_ended') return invalidTokenError('PGRST303', 'JWT session has ended')
  const parts = token.split('.').length
  if (parts !== 3) return invalidTokenError('PGRST301', `Expected 3 parts in JWT; got ${parts}`)
  return hasExpired(token, now)
    ? invalidTokenError('PGRST303', 'JWT expired')
    : invalidTokenError('PGRST301', 'No suitable key or wrong key type')
}

/** Chooses the message for a token that failed verification; the claim is not trusted for anything else. */
function hasExpired(token: string, now: Date): boolean {
  try {
    const { exp } = decodeJwt(token)
    return exp !== undefined && exp * 1000 <= now.getTime()
  } catch {
    return false
  }
}

const invalidTokenError = (code: string, message: string): RestError =>
  new RestError(401, code, message, {
    headers: { 'www-authenticate': `Bearer error="invalid_token", error_description="${message}"` },
  })
