import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { ControlError } from '../../kit/control-error.ts'
import { readControl } from '../../kit/read-control.ts'
import { TokenChange } from '../../kit/oauth/token-endpoint.ts'
import { randomSecret } from '../../kit/random-secret.ts'
import type { GoogleSandbox } from '../state.ts'
import { idToken } from '../oauth/id-token.ts'
import {
  updateGoogleAccount,
  createGoogleAccount,
  type GoogleAccount,
  GoogleAccountExists,
} from '../google-accounts.ts'
import { issuerOf } from '../oauth/routes.ts'
import { parseScopes } from '../oauth/scopes.ts'
import { requireGoogleAccount } from './require-google-account.ts'

const Account = z.strictObject({
  email: z.string().min(3),
  name: z.string().min(1).optional(),
  emailVerified: z.boolean().optional(),
  hd: z.string().nullable().optional(),
  disabled: z.boolean().optional(),
})
const TokenRequest = z.strictObject({
  email: z.string(),
  nonce: z.string().optional(),
  audience: z.string().min(1).default('mailroom-sandbox'),
  scope: z.string().default('openid email profile'),
  withAccessToken: z.boolean().default(false),
})

const HOUR_MS = 3600_000

/** `/control/google`: accounts, their tokens, and id tokens without the sign-in page. */
export function googleControl(sandbox: GoogleSandbox): Hono {
  const { google } = sandbox
  const app = new Hono()

  app.get('/accounts', (c) => c.json([...google.accounts.values()]))
  app.post('/accounts', async (c) => {
    const seed = await readControl(c, Account)
    return c.json(
      asControlErrors(() => createGoogleAccount(google.accounts, seed)),
      201,
    )
  })
  app.patch('/accounts/:email', async (c) => {
    const account = requireGoogleAccount(sandbox, c.req.param('email'))
    const change = await readControl(c, Account.partial())
    asControlErrors(() => updateGoogleAccount(google.accounts, account, change))
    return c.json(account)
  })
  app.delete('/accounts/:email/grant', (c) => {
    const { sub } = requireGoogleAccount(sandbox, c.req.param('email'))
    for (const grant of google.grants.values()) if (grant.sub === sub) grant.ended = true
    return c.json({})
  })

  app.put('/accounts/:email/token', async (c) => {
    const { sub } = requireGoogleAccount(sandbox, c.req.param('email'))
    const { expireAccess, revokeRefresh } = await readControl(c, TokenChange)
    const ends = [
      ...(expireAccess ? google.accessTokens.values() : []),
      ...(revokeRefresh ? google.refreshTokens.values() : []),
    ]
    for (const token of ends) if (token.grant.sub === sub) token.expiresAt = sandbox.clock.now()
    return c.json({})
  })

  app.post('/id-token', (c) => issueIdToken(sandbox, c))
  return app
}

async function issueIdToken(sandbox: GoogleSandbox, c: Context): Promise<Response> {
  const { email, nonce = null, audience, scope, withAccessToken } = await readControl(c, TokenRequest)
  const account = requireGoogleAccount(sandbox, email)
  const scopes = new Set(parseScopes(scope).valid)
  const accessToken = withAccessToken ? newAccessToken(sandbox, account, { clientId: audience, scopes }) : null
  const issuer = issuerOf(sandbox, c.req.url)
  const token = await idToken(sandbox, { account, scopes, clientId: audience, nonce, accessToken, issuer })
  return c.json({ idToken: token, ...(accessToken === null ? {} : { accessToken }) })
}

/** An access token for userinfo. It belongs to no consent, and creates none. */
function newAccessToken(
  { google, clock }: GoogleSandbox,
  { sub }: GoogleAccount,
  { clientId, scopes }: { clientId: string; scopes: Set<string> },
): string {
  const token = randomSecret('ya29.SBX', 96)
  google.accessTokens.set(token, {
    grant: { sub, clientId, scopes, ended: false },
    scopes,
    expiresAt: clock.now() + HOUR_MS,
  })
  return token
}

function asControlErrors<T>(run: () => T): T {
  try {
    return run()
  } catch (error) {
    if (error instanceof GoogleAccountExists) throw new ControlError(409, error.message)
    throw error
  }
}
