import { type Context, Hono } from 'hono'
import { secretOf } from '../kit/secret.ts'
import { readJson } from '../kit/strict.ts'
import type { World } from '../kit/world.ts'
import { TokenError, tokenErrorBody } from './errors.ts'
import { APP, type Grant } from './state.ts'

const ACCESS_LIFE_SECONDS = 3600

/** `POST /oauth2/access_token`, as a form or as JSON. */
export function tokenRoutes(world: World): Hono {
  const app = new Hono()
  app.post('/oauth2/access_token', async (c) => {
    c.header('Cache-Control', 'no-store')
    try {
      return c.json(answer(world, await fieldsOf(c)))
    } catch (error) {
      if (error instanceof TokenError) return c.json(tokenErrorBody(error.error, error.message), error.status)
      throw error
    }
  })
  return app
}

/** What was sent, by name, whichever of the two forms it came in. */
export function readFields(body: string): ReadonlyMap<string, string> {
  const json = readJson(Buffer.from(body))
  if (!json.ok || typeof json.value !== 'object' || json.value === null) return new Map(new URLSearchParams(body))
  return new Map(
    Object.entries(json.value).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )
}

async function fieldsOf(c: Context): Promise<ReadonlyMap<string, string>> {
  if (!/^application\/(?:x-www-form-urlencoded|json)\b/.test(c.req.header('content-type') ?? ''))
    throw new TokenError('invalid_request', 'The content type is not supported.')
  return readFields(await c.req.text())
}

function answer(world: World, fields: ReadonlyMap<string, string>) {
  if (fields.get('client_id') !== APP.clientId || fields.get('client_secret') !== APP.secret)
    throw new TokenError('invalid_client', 'Client authentication failed')
  switch (fields.get('grant_type')) {
    case 'authorization_code':
      return issue(world, redeem(world, fields))
    case 'refresh_token':
      return issue(world, useUp(world, needed(fields, 'refresh_token')))
    default:
      throw new TokenError('unsupported_grant_type', 'The authorization grant type is not supported.')
  }
}

function redeem({ teamleader, clock }: World, fields: ReadonlyMap<string, string>): Grant {
  const value = needed(fields, 'code')
  const redirectUri = needed(fields, 'redirect_uri')
  const code = teamleader.codes.get(value)
  if (!code || code.expiresAt <= clock.now() || code.grant.ended)
    throw new TokenError('invalid_grant', 'The authorization code is invalid, expired or used.')
  if (code.redirectUri !== redirectUri) throw new TokenError('invalid_grant', 'The redirect URI does not match.')
  teamleader.codes.delete(value)
  return code.grant
}

/** A refresh token works once: the next is in the answer, and whoever loses that has to ask the person again. */
function useUp({ teamleader }: World, value: string): Grant {
  const grant = teamleader.refreshTokens.get(value)
  teamleader.refreshTokens.delete(value)
  if (!grant || grant.ended) throw new TokenError('invalid_grant', 'The refresh token is invalid.')
  return grant
}

function issue({ teamleader, clock }: World, grant: Grant) {
  const accessToken = secretOf('tl-sandbox.', 48)
  const refreshToken = secretOf('def-sandbox', 64)
  teamleader.accessTokens.set(accessToken, { grant, expiresAt: clock.now() + ACCESS_LIFE_SECONDS * 1000 })
  teamleader.refreshTokens.set(refreshToken, grant)
  return {
    token_type: 'Bearer',
    expires_in: ACCESS_LIFE_SECONDS,
    access_token: accessToken,
    refresh_token: refreshToken,
  }
}

function needed(fields: ReadonlyMap<string, string>, name: string): string {
  const value = fields.get(name)
  if (!value) throw new TokenError('invalid_request', `The request is missing a required parameter: ${name}`)
  return value
}
