import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { ControlError } from '../../kit/control-error.ts'
import { readControl } from '../../kit/read-control.ts'
import { secretOf } from '../../kit/secret.ts'
import type { World } from '../../kit/world.ts'
import { idToken } from '../id-token.ts'
import { changePerson, createPerson, type Person, PersonExists } from '../people.ts'
import { issuerOf } from '../routes.ts'
import { parseScopes } from '../scopes.ts'
import { personIn } from './person-in.ts'

const Account = z.strictObject({
  email: z.string().min(3),
  name: z.string().min(1).optional(),
  emailVerified: z.boolean().optional(),
  hd: z.string().nullable().optional(),
  disabled: z.boolean().optional(),
})
const Ending = z.strictObject({ expireAccess: z.boolean().default(false), revokeRefresh: z.boolean().default(false) })
const TokenWish = z.strictObject({
  email: z.string(),
  nonce: z.string().optional(),
  audience: z.string().min(1).default('mailroom-sandbox'),
  scope: z.string().default('openid email profile'),
  withAccessToken: z.boolean().default(false),
})

const HOUR_MS = 3600_000

/** `/control/google`: accounts, what happens to them, and id_tokens without a walk through the sign-in page. */
export function googleControl(world: World): Hono {
  const { google } = world
  const app = new Hono()

  app.get('/accounts', (c) => c.json([...google.people.values()]))
  app.post('/accounts', async (c) => {
    const seed = await readControl(c, Account)
    return c.json(
      inControlWords(() => createPerson(google.people, seed)),
      201,
    )
  })
  app.patch('/accounts/:email', async (c) => {
    const person = personIn(world, c.req.param('email'))
    const change = await readControl(c, Account.partial())
    inControlWords(() => changePerson(google.people, person, change))
    return c.json(person)
  })
  app.delete('/accounts/:email/grant', (c) => {
    const { sub } = personIn(world, c.req.param('email'))
    for (const grant of google.grants.values()) if (grant.sub === sub) grant.ended = true
    return c.json({})
  })

  app.put('/accounts/:email/token', async (c) => {
    const { sub } = personIn(world, c.req.param('email'))
    const { expireAccess, revokeRefresh } = await readControl(c, Ending)
    const ends = [
      ...(expireAccess ? google.accessTokens.values() : []),
      ...(revokeRefresh ? google.refreshTokens.values() : []),
    ]
    for (const token of ends) if (token.grant.sub === sub) token.expiresAt = world.clock.now()
    return c.json({})
  })

  app.post('/id-token', (c) => giveIdToken(world, c))
  return app
}

async function giveIdToken(world: World, c: Context): Promise<Response> {
  const { email, nonce = null, audience, scope, withAccessToken } = await readControl(c, TokenWish)
  const person = personIn(world, email)
  const scopes = new Set(parseScopes(scope).valid)
  const accessToken = withAccessToken ? newAccessToken(world, person, { clientId: audience, scopes }) : null
  const issuer = issuerOf(world, c.req.url)
  const token = await idToken(world, { person, scopes, clientId: audience, nonce, accessToken, issuer })
  return c.json({ idToken: token, ...(accessToken === null ? {} : { accessToken }) })
}

/** One that userinfo takes. It comes from no consent, and none is remembered. */
function newAccessToken(
  { google, clock }: World,
  { sub }: Person,
  { clientId, scopes }: { clientId: string; scopes: Set<string> },
): string {
  const token = secretOf('ya29.SBX', 96)
  google.accessTokens.set(token, {
    grant: { sub, clientId, scopes, ended: false },
    scopes,
    expiresAt: clock.now() + HOUR_MS,
  })
  return token
}

function inControlWords<T>(run: () => T): T {
  try {
    return run()
  } catch (error) {
    if (error instanceof PersonExists) throw new ControlError(409, error.message)
    throw error
  }
}
