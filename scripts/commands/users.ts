import { normalizeEmail } from '../../server/auth/protocol/normalize-email.ts'
import type { ManagedUser } from '../../contract/functions/operator-users.ts'
import type { Context } from '../../server/context.ts'
import { AppError } from '../../server/errors.ts'
import { inviteUser, resetPassword } from '../../server/operator/invite-user.ts'
import { listUsers } from '../../server/operator/list-users.ts'
import {
  deleteUser,
  disableUser,
  enableUser,
  limitUser,
  makeUserOperator,
  moveUser,
  removeOperator,
  removeSecondSteps,
} from '../../server/operator/manage-user.ts'
import { StartupError } from '../../server/startup-error.ts'
import { table, type Command } from './command.ts'

export const userCommands: Command[] = [
  {
    name: 'users list',
    argumentNames: '',
    args: { min: 0, max: 0 },
    help: 'lists the accounts, newest first',
    async run(ctx) {
      const users = await findUsers(ctx)
      const header = ['email', 'state', 'created', 'last sign-in', 'id']
      return table([header, ...users.map(rowOf)])
    },
  },
  {
    name: 'users invite',
    argumentNames: 'EMAIL',
    args: { min: 1, max: 1 },
    help: 'invites by email, or prints the link where SMTP_URL is not set; refused with SIGN_UP=closed',
    async run(ctx, [email = '']) {
      const { link } = await explained(inviteUser(ctx, null, email))
      if (link === null) return [`The invitation of ${email} is sent by the next worker.`]
      return ['Give this link to the user; it opens the account once:', `  ${link}`]
    },
  },
  {
    name: 'users reset',
    argumentNames: 'EMAIL',
    args: { min: 1, max: 1 },
    help: 'prints a link to choose a new password, which works once and for an hour; the account activity shows it',
    async run(ctx, [email = '']) {
      const { id } = await findUser(ctx, email)
      const { link } = await explained(resetPassword(ctx, null, id, 'link'))
      return ['Give this link to the user only; it works once and for one hour:', `  ${link}`]
    },
  },
  {
    name: 'users remove-second-step',
    argumentNames: 'EMAIL --yes',
    args: { min: 1, max: 2 },
    help: 'for a lost phone without a recovery code: the password alone signs in, and all sessions end',
    async run(ctx, [email = '', yes]) {
      if (yes !== '--yes')
        throw new StartupError(
          'Nothing was removed. Make sure that it is the user who asks: ' +
            `npx mailroom users remove-second-step ${email} --yes`,
        )
      const user = await findUser(ctx, email)
      const count = await explained(removeSecondSteps(ctx, null, user.id))
      if (count === 0) throw new StartupError(`The sign-in of ${user.email} has no second step.`)
      return [`The sign-in of ${user.email} asks for no second step any more; all sessions ended.`]
    },
  },
  {
    name: 'users email',
    argumentNames: 'OLD NEW',
    args: { min: 2, max: 2 },
    help: 'changes the address of an account without asking its mailboxes, and ends all sessions',
    run(ctx, [email = '', given = '']) {
      const next = normalizeEmail(given)
      if (next === null) throw new StartupError(`${given} is no email address.`)
      return change(ctx, email, (...args) => moveUser(...args, next), `has the address ${next} now`)
    },
  },
  {
    name: 'users limit',
    argumentNames: 'EMAIL N|none',
    args: { min: 2, max: 2 },
    help: 'allows an account N emails a month; where there are no plans, no account has a limit otherwise',
    async run(ctx, [email = '', limit = '']) {
      if (!/^(\d{1,9}|none)$/.test(limit))
        throw new StartupError(`${limit}: enter a number of emails a month, or none.`)
      const emails = limit === 'none' ? null : Number(limit)
      const outcome = emails === null ? 'has no limit' : `has ${emails} emails a month`
      return change(ctx, email, (...args) => limitUser(...args, emails), outcome)
    },
  },
  {
    name: 'users disable',
    argumentNames: 'EMAIL',
    args: { min: 1, max: 1 },
    help: 'ends all sessions and refuses sign-ins; the data stays',
    run: (ctx, [email = '']) => change(ctx, email, disableUser, 'is disabled'),
  },
  {
    name: 'users enable',
    argumentNames: 'EMAIL',
    args: { min: 1, max: 1 },
    help: 'allows sign-ins again',
    run: (ctx, [email = '']) => change(ctx, email, enableUser, 'may sign in again'),
  },
  {
    name: 'users operator',
    argumentNames: 'EMAIL [off]',
    args: { min: 1, max: 2 },
    help: 'gives this account the page Operator with all its rights, and alerts by email; off: takes them away',
    async run(ctx, [email = '', off]) {
      if (off !== undefined && off !== 'off') throw new StartupError(`Unknown: ${off}`)
      const outcome = off ? 'is no operator any more' : 'is an operator'
      const done = await change(ctx, email, off ? removeOperator : makeUserOperator, outcome)
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
      return change(ctx, email, deleteUser, 'is deleted; a worker removes the data')
    },
  },
]

const day = (text: string | null): string => text?.slice(0, 10) ?? ''

const rowOf = ({ id, email, state, isOperator, createdAt, lastSignInAt }: ManagedUser): string[] => [
  email,
  isOperator ? `${state}, operator` : state,
  day(createdAt),
  day(lastSignInAt),
  id,
]

/** Accounts whose address contains the text, newest first. */
export async function findUsers(ctx: Context, search = ''): Promise<ManagedUser[]> {
  const found: ManagedUser[] = []
  for (let page = 1; ; page++) {
    const { users } = await listUsers(ctx, { search, page, pageSize: 200 })
    found.push(...users)
    if (users.length < 200) return found
  }
}

async function findUser(ctx: Context, email: string): Promise<ManagedUser> {
  const user = (await findUsers(ctx, email)).find((one) => one.email === email.toLowerCase())
  if (!user) throw new StartupError(`There is no account with the address ${email}.`)
  return user
}

async function change(
  ctx: Context,
  email: string,
  run: (ctx: Context, by: null, userId: string) => Promise<void>,
  outcome: string,
): Promise<string[]> {
  const user = await findUser(ctx, email)
  await explained(run(ctx, null, user.id))
  return [`${user.email} ${outcome}.`]
}

/** What the operator can correct is printed without a stack. */
const explained = <Result>(done: Promise<Result>): Promise<Result> =>
  done.catch((error: unknown) => Promise.reject(error instanceof AppError ? new StartupError(error.message) : error))
