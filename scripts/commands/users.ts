import { z } from 'zod'
import { setUserLimit } from '../../server/billing/entitlements/user-limit.ts'
import { hasPlans } from '../../server/shared/monthly-limit.ts'
import { createApp } from '../../server/app.ts'
import { apiKeysOf } from '../../server/auth/keys/api-keys.ts'
import type { Context } from '../../server/context.ts'
import { loadSecrets } from '../../server/secrets.ts'
import { StartupError } from '../../server/startup-error.ts'
import { table, type Command } from './command.ts'

const User = z.object({
  id: z.uuid(),
  email: z.string(),
  created_at: z.string(),
  last_sign_in_at: z.string().nullish(),
  email_confirmed_at: z.string().nullish(),
  banned_until: z.string().nullish(),
  app_metadata: z.looseObject({ operator: z.boolean().optional() }),
})
type User = z.infer<typeof User>
const Refusal = z.object({ msg: z.string() })

export const userCommands: Command[] = [
  {
    name: 'users list',
    argumentNames: '',
    args: { min: 0, max: 0 },
    help: 'lists the accounts, newest first',
    async run(ctx) {
      const users = await listUsers(ctx)
      const header = ['email', 'state', 'created', 'last sign-in', 'id']
      return table([header, ...users.map((user) => rowOf(user, ctx.clock.now()))])
    },
  },
  {
    name: 'users invite',
    argumentNames: 'EMAIL',
    args: { min: 1, max: 1 },
    help: 'invites by email, or prints the link where SMTP_URL is not set; works while sign-up is closed',
    async run(ctx, [email = '']) {
      if (ctx.vendors.smtp) {
        await call(ctx, 'POST', '/invite', { email })
        return [`The invitation of ${email} is sent by the next worker.`]
      }
      return ['Give this link to the user; it opens the account once:', `  ${await linkFor(ctx, 'invite', email)}`]
    },
  },
  {
    name: 'users reset',
    argumentNames: 'EMAIL',
    args: { min: 1, max: 1 },
    help: 'prints a link to choose a new password, which works once and for an hour; the account activity shows it',
    async run(ctx, [email = '']) {
      const link = await linkFor(ctx, 'recovery', email)
      return ['Give this link to the user only; it works once and for one hour:', `  ${link}`]
    },
  },
  {
    name: 'users email',
    argumentNames: 'OLD NEW',
    args: { min: 2, max: 2 },
    help: 'changes the address of an account without asking its mailboxes, and ends all sessions',
    run: (ctx, [email = '', next = '']) =>
      change(ctx, email, 'PUT', { email: next, email_confirm: true }, `has the address ${next} now`),
  },
  {
    name: 'users limit',
    argumentNames: 'EMAIL N|none',
    args: { min: 2, max: 2 },
    help: 'allows an account N emails a month; where there are no plans, no account has a limit otherwise',
    async run(ctx, [email = '', limit = '']) {
      if (hasPlans(ctx)) throw new StartupError('With Stripe the plans set the limits: npx mailroom plans limit.')
      if (!/^(\d{1,9}|none)$/.test(limit))
        throw new StartupError(`${limit}: enter a number of emails a month, or none.`)
      const user = await findUser(ctx, email)
      await setUserLimit(ctx, user.id, limit === 'none' ? null : Number(limit))
      return [`${user.email} has ${limit === 'none' ? 'no limit' : `${limit} emails a month`}.`]
    },
  },
  {
    name: 'users disable',
    argumentNames: 'EMAIL',
    args: { min: 1, max: 1 },
    help: 'ends all sessions and refuses sign-ins; the data stays',
    run: (ctx, [email = '']) => change(ctx, email, 'PUT', { ban_duration: '876000h' }, 'is disabled'),
  },
  {
    name: 'users enable',
    argumentNames: 'EMAIL',
    args: { min: 1, max: 1 },
    help: 'allows sign-ins again',
    run: (ctx, [email = '']) => change(ctx, email, 'PUT', { ban_duration: 'none' }, 'may sign in again'),
  },
  {
    name: 'users operator',
    argumentNames: 'EMAIL [off]',
    args: { min: 1, max: 2 },
    help: 'emails this account, at most once an hour, what is wrong with the server; off: no longer',
    async run(ctx, [email = '', off]) {
      if (off !== undefined && off !== 'off') throw new StartupError(`Unknown: ${off}`)
      const outcome = off ? 'is no operator any more' : 'is an operator'
      const done = await change(ctx, email, 'PUT', { app_metadata: { operator: !off } }, outcome)
      const hint = 'SMTP_URL is not set: no alert is sent before it is.'
      return off || ctx.vendors.smtp ? done : [...done, hint]
    },
  },
  {
    name: 'users delete',
    argumentNames: 'EMAIL --yes',
    args: { min: 1, max: 2 },
    help: 'deletes the account and all its data; mailboxes are disconnected and payments end',
    async run(ctx, [email = '', yes]) {
      if (yes !== '--yes')
        throw new StartupError(`Nothing was deleted. This cannot be undone: npx mailroom users delete ${email} --yes`)
      return change(ctx, email, 'DELETE', undefined, 'is deleted; a worker removes the data')
    },
  },
]

const day = (text: string | null | undefined): string => text?.slice(0, 10) ?? ''

function rowOf(user: User, now: Date): string[] {
  const isDisabled = user.banned_until && new Date(user.banned_until) > now
  const state = isDisabled ? 'disabled' : user.email_confirmed_at ? 'active' : 'unconfirmed'
  const role = user.app_metadata.operator ? ', operator' : ''
  return [user.email, state + role, day(user.created_at), day(user.last_sign_in_at), user.id]
}

export async function listUsers(ctx: Context, filter = ''): Promise<User[]> {
  const found: User[] = []
  for (let page = 1; ; page++) {
    const query = new URLSearchParams({ page: String(page), per_page: '200', filter })
    const { users } = z.object({ users: z.array(User) }).parse(await call(ctx, 'GET', `/admin/users?${query}`))
    found.push(...users)
    if (users.length < 200) return found
  }
}

async function change(
  ctx: Context,
  email: string,
  method: string,
  body: object | undefined,
  outcome: string,
): Promise<string[]> {
  const user = await findUser(ctx, email)
  await call(ctx, method, `/admin/users/${user.id}`, body)
  return [`${user.email} ${outcome}.`]
}

async function findUser(ctx: Context, email: string): Promise<User> {
  const user = (await listUsers(ctx, email)).find((one) => one.email === email.toLowerCase())
  if (!user) throw new StartupError(`There is no account with the address ${email}.`)
  return user
}

/** As in the email, which is not sent. */
async function linkFor(ctx: Context, type: 'invite' | 'recovery', email: string): Promise<string> {
  const answer = await call(ctx, 'POST', '/admin/generate_link', { type, email })
  return z.object({ action_link: z.string() }).parse(answer).action_link
}

/** Calls the admin routes in this process, so that the command and the API have the same rules and audit log. */
async function call(ctx: Context, method: string, path: string, body?: object): Promise<unknown> {
  const key = apiKeysOf((await loadSecrets(ctx.config)).jwtSecret).service
  const request = {
    method,
    headers: { apikey: key, authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  }
  const connection = { incoming: { socket: { remoteAddress: '127.0.0.1' } } }
  const answer = await createApp(ctx, []).request(`/auth/v1${path}`, request, connection)
  const content: unknown = await answer.json()
  if (answer.ok) return content
  const refusal = Refusal.safeParse(content)
  throw new StartupError(refusal.success ? refusal.data.msg : `The request was refused (${answer.status}).`)
}
