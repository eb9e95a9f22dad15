import { Hono } from 'hono'
import { z } from 'zod'
import { originOf } from '../../kit/origin.ts'
import { readControl } from '../../kit/read-control.ts'
import type { World } from '../../kit/world.ts'
import { idToken } from '../entra/id-token.ts'
import { mailboxIn } from './outlook.ts'

const Wish = z.strictObject({
  nonce: z.string().optional(),
  audience: z.string().min(1).default('mailroom-sandbox'),
  scope: z.string().default('openid profile email'),
})

/** `/control/outlook`: an id_token as an app on a phone has one, without a walk through the sign-in page. */
export function idTokenControl(world: World): Hono {
  const app = new Hono()
  app.post('/:email/id-token', async (c) => {
    const { account } = mailboxIn(world, c)
    const { nonce = null, audience, scope } = await readControl(c, Wish)
    const base = `${originOf(world, c.req.url)}/login.microsoftonline.com`
    const wish = { account, scopes: scope.split(/\s+/), clientId: audience, nonce, base }
    return c.json({ idToken: await idToken(world, wish) })
  })
  return app
}
