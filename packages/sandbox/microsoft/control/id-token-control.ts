import { Hono } from 'hono'
import { z } from 'zod'
import { originOf } from '../../kit/origin.ts'
import { readControl } from '../../kit/read-control.ts'
import type { MicrosoftSandbox } from '../state.ts'
import { idToken } from '../entra/id-token.ts'
import { issueTokens } from '../entra/issue-tokens.ts'
import { grantOf } from '../entra/state.ts'
import { mailboxIn } from './mailbox-control.ts'

const IdTokenBody = z.strictObject({
  nonce: z.string().optional(),
  audience: z.string().min(1).default('mailroom-sandbox'),
  scope: z.string().default('openid profile email'),
})

const TokensBody = z.strictObject({
  clientId: z.string().min(1).default('mailroom-sandbox'),
  scope: z.string().default('offline_access User.Read Mail.ReadWrite Mail.Read'),
})

const refreshLifetimeMs = 90 * 24 * 3600_000

/** `/control/outlook`: tokens without the sign-in page, as an app on a phone has them. */
export function idTokenControl(sandbox: MicrosoftSandbox): Hono {
  const app = new Hono()
  app.post('/:email/id-token', async (c) => {
    const { account } = mailboxIn(sandbox, c)
    const { nonce = null, audience, scope } = await readControl(c, IdTokenBody)
    const base = `${originOf(sandbox, c.req.url)}/login.microsoftonline.com`
    const subject = { account, scopes: scope.split(/\s+/), clientId: audience, nonce, base }
    return c.json({ idToken: await idToken(sandbox, subject) })
  })
  app.post('/:email/tokens', async (c) => {
    const { account } = mailboxIn(sandbox, c)
    const { clientId, scope } = await readControl(c, TokensBody)
    const scopes = scope.split(/\s+/)
    const grant = grantOf(sandbox.entra, account.email, clientId)
    for (const each of scopes) grant.scopes.add(each)
    const base = `${originOf(sandbox, c.req.url)}/login.microsoftonline.com`
    const refreshUntil = sandbox.clock.now() + refreshLifetimeMs
    const tokens = await issueTokens(sandbox, { grant, scopes, clientId, nonce: null, base, refreshUntil })
    return c.json({ account: { id: account.id, tenantId: account.tenantId }, tokens })
  })
  return app
}
