import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { ControlError } from '../kit/control-error.ts'
import { TokenChange } from '../kit/oauth/token-endpoint.ts'
import { readControl } from '../kit/read-control.ts'
import { addContact, renderContact } from './contacts.ts'
import { renderDeal } from './deals.ts'
import { ContactBody } from './model.ts'
import { createUser, findUser, type TeamleaderSandbox, type User, UserExists } from './state.ts'

const Account = z.strictObject({
  email: z.string().min(3),
  firstName: z.string().optional(),
  lastName: z.string().optional(),
})

/** `/control/teamleader`: accounts, their contacts and deals, and their tokens. */
export function teamleaderControl(sandbox: TeamleaderSandbox): Hono {
  const { teamleader } = sandbox
  const app = new Hono()
  app.get('/', (c) => {
    const users = [...teamleader.users.values()]
    return c.json({ contacts: users.flatMap(contactsOf), deals: users.flatMap(dealsOf) })
  })
  app.get('/accounts', (c) => c.json([...teamleader.users.values()].map(showUser)))
  app.post('/accounts', async (c) => {
    const seed = await readControl(c, Account)
    try {
      return c.json(showUser(createUser(teamleader, seed)), 201)
    } catch (error) {
      if (error instanceof UserExists) throw new ControlError(409, error.message)
      throw error
    }
  })
  app.post('/accounts/:email/contacts', async (c) => {
    const user = userIn(sandbox, c)
    return c.json(renderContact(addContact(sandbox, user, await readControl(c, ContactBody))), 201)
  })
  app.put('/accounts/:email/token', async (c) => {
    const user = userIn(sandbox, c)
    const { expireAccess, revokeRefresh } = await readControl(c, TokenChange)
    for (const token of teamleader.accessTokens.values())
      if (expireAccess && token.grant.user === user) token.expiresAt = 0
    for (const [value, { grant }] of teamleader.refreshTokens)
      if (revokeRefresh && grant.user === user) teamleader.refreshTokens.delete(value)
    return c.json({})
  })
  app.delete('/accounts/:email/grant', (c) => {
    const user = userIn(sandbox, c)
    for (const { grant } of teamleader.accessTokens.values()) if (grant.user === user) grant.ended = true
    for (const { grant } of teamleader.refreshTokens.values()) if (grant.user === user) grant.ended = true
    return c.json({})
  })
  return app
}

function userIn({ teamleader }: TeamleaderSandbox, c: Context): User {
  const email = c.req.param('email') ?? ''
  const user = findUser(teamleader, email)
  if (!user) throw new ControlError(404, `no Teamleader account ${email}`)
  return user
}

function showUser({ id, accountId, email, firstName, lastName, phases }: User) {
  return { id, accountId, email, firstName, lastName, phases }
}

function contactsOf({ email, contacts }: User) {
  return [...contacts.values()].map((contact) => ({ account: email, ...renderContact(contact) }))
}

function dealsOf(user: User) {
  return [...user.deals.values()].map((deal) => ({ account: user.email, ...renderDeal(user, deal) }))
}
