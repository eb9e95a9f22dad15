import { Hono } from 'hono'
import { z } from 'zod'
import { originOf } from '../../kit/origin.ts'
import { readControl } from '../../kit/read-control.ts'
import type { MicrosoftSandbox } from '../state.ts'
import { idToken } from '../entra/id-token.ts'
import { mailboxIn } from './mailbox-control.ts'

const IdTokenBody = z.strictObject({
  nonce: z.string().optional(),
  audience: z.string().min(1).default('mailroom-sandbox'),
  scope: z.string().default('openid profile email'),
})

/** `/control/outlook`: id tokens without the sign-in page, as an app on a phone has them. */
export function idTokenControl(sandbox: MicrosoftSandbox): Hono {
  const app = new Hono()
  app.post('/:email/id-token', async (c) => {
    const { account } = mailboxIn(sandbox, c)
    const { nonce = null, audience, scope } = await readControl(c, IdTokenBody)
    const base = `${originOf(sandbox, c.req.url)}/login.microsoftonline.com`
    const subject = { account, scopes: scope.split(/\s+/), clientId: audience, nonce, base }
    return c.json({ idToken: await idToken(sandbox, subject) })
  })
  return app
}
