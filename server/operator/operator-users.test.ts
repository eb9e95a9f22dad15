import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { AccountActivityOutput } from '../../contract/functions/account-activity.ts'
import { AccountLink, ManagedUsers } from '../../contract/functions/operator-users.ts'
import { usageMonth } from '../../contract/limits.ts'
import { signUpOperator } from '../../test/kit/operator.ts'
import { emailsTo } from '../../test/kit/outbox.ts'
import { callFunction, connectMailbox, newMailbox, signUp, type Visitor } from '../../test/kit/outlook.ts'
import { newEmail } from '../../test/kit/start-accounts.ts'
import { appOfFile } from '../../test/kit/start-app.ts'

const app = await appOfFile()
const call = (who: Visitor, input: object) => callFunction(app, who, 'operator-users', input)
const refusalOf = async (who: Visitor, input: object) => {
  const { status, body } = await call(who, input)
  return [status, Reflect.get(Object(body['error']), 'code')]
}
const find = async (who: Visitor, search = '') => ManagedUsers.parse((await call(who, { action: 'list', search })).body)
const emailOf = (who: Visitor) =>
  app.ctx.db.asAccounts(async (tx) => {
    const row = tx.selectFrom('auth.users').select('email').where('id', '=', who.userId)
    return (await row.executeTakeFirstOrThrow()).email
  })
const activityOf = async (who: Visitor) =>
  AccountActivityOutput.parse((await callFunction(app, who, 'account-activity', { action: 'list' })).body).events.map(
    ({ action, detail }) => `${action} ${detail ?? ''}`,
  )
const userId = randomUUID()

test.each([
  { action: 'list' },
  { action: 'invite', email: 'new@people.example' },
  { action: 'reset', userId },
  { action: 'limit', userId, limit: 5 },
  { action: 'disable', userId },
  { action: 'enable', userId },
  { action: 'make-operator', userId },
  { action: 'remove-operator', userId },
  { action: 'delete', userId },
])('does not exist for other users: $action', async (input) => {
  expect(await refusalOf(await signUp(app), input)).toEqual([404, 'not_found'])
})

test('a right that was withdrawn, and that of a disabled operator, no longer counts at once', async () => {
  const [operator, other] = [await signUpOperator(app), await signUpOperator(app)]
  expect((await call(other, { action: 'list' })).status).toBe(200)
  await call(operator, { action: 'remove-operator', userId: other.userId })
  expect(await refusalOf(other, { action: 'list' })).toEqual([404, 'not_found'])

  await call(operator, { action: 'make-operator', userId: other.userId })
  expect((await call(other, { action: 'list' })).status).toBe(200)
  await app.ctx.db.asAccounts((tx) =>
    sql`update auth.users set banned_until = ${new Date('2999-01-01')} where id = ${other.userId}`.execute(tx),
  )
  expect(await refusalOf(other, { action: 'list' })).toEqual([404, 'not_found'])
})

test('lists accounts with their use, finds a part of an address literally, and has pages', async () => {
  const operator = await signUpOperator(app)
  const who = await signUp(app)
  await connectMailbox(app, who, await newMailbox(app))
  const month = usageMonth(app.clock.now())
  await app.ctx.db.asService((tx) =>
    tx
      .insertInto('usage')
      .values({ user_id: who.userId, month, emails_processed: 7 })
      .onConflict((conflict) => conflict.columns(['user_id', 'month']).doUpdateSet({ emails_processed: 7 }))
      .execute(),
  )
  const email = await emailOf(who)
  expect(await find(operator, ` ${email.slice(0, -5).toUpperCase()} `)).toEqual({
    users: [
      {
        id: who.userId,
        email,
        createdAt: expect.any(String),
        lastSignInAt: expect.any(String),
        state: 'active',
        isOperator: false,
        mailboxes: 1,
        used: 7,
        limit: expect.any(Number),
      },
    ],
    total: 1,
    pageSize: 25,
  })
  expect((await find(operator, '_')).total).toBe(0)
  await app.ctx.db.asAccounts((tx) =>
    sql`insert into auth.users (email, created_at)
      select 'many-' || n || '@people.example', now() - interval '1 year' from generate_series(1, 60) n`.execute(tx),
  )
  const third = ManagedUsers.parse((await call(operator, { action: 'list', search: 'many-', page: 3 })).body)
  expect([third.users.length, third.total, third.users[0]?.state]).toEqual([10, 60, 'unconfirmed'])
})

test('invites, resets, disables, enables and deletes, and records it in both account activities', async () => {
  const operator = await signUpOperator(app)
  const email = newEmail()
  const invited = await call(operator, { action: 'invite', email: ` ${email.toUpperCase()}` })
  expect(AccountLink.parse(invited.body)).toEqual({ email, link: null })
  await app.runDueJobs()
  expect(await emailsTo(app, email)).toHaveLength(1)
  const [account] = (await find(operator, email)).users
  expect(account).toMatchObject({ state: 'invited', isOperator: false })
  const id = account?.id ?? ''

  await call(operator, { action: 'reset', userId: id })
  await app.runDueJobs()
  expect(await emailsTo(app, email)).toHaveLength(2)
  for (const [action, state] of [
    ['disable', 'disabled'],
    ['enable', 'invited'],
  ] as const) {
    expect((await call(operator, { action, userId: id })).status).toBe(200)
    expect((await find(operator, email)).users[0]?.state).toBe(state)
  }
  expect((await call(operator, { action: 'delete', userId: id })).status).toBe(200)
  expect((await find(operator, email)).total).toBe(0)
  expect(await refusalOf(operator, { action: 'enable', userId: id })).toEqual([404, 'account_not_found'])
  expect((await activityOf(operator)).slice(0, 5)).toEqual([
    `account_managed deleted ${id}`,
    `account_managed enabled: ${id}`,
    `account_managed disabled: ${id}`,
    `account_managed reset the password of ${id}`,
    `account_managed invited ${id}`,
  ])
  const who = await signUp(app)
  await call(operator, { action: 'make-operator', userId: who.userId })
  expect((await activityOf(who))[0]).toBe('changed_by_operator made an operator')
})

test('shows the links where the server sends no email, and limits where there are no plans', async () => {
  const operator = await signUpOperator(app)
  const who = await signUp(app)
  expect(await refusalOf(operator, { action: 'limit', userId: who.userId, limit: 5 })).toEqual([409, 'limit_of_plan'])
  const { smtp, stripe } = app.ctx.vendors
  Object.assign(app.ctx.vendors, { smtp: null, stripe: null })
  try {
    const invited = AccountLink.parse((await call(operator, { action: 'invite', email: newEmail() })).body)
    expect(invited.link).toMatch(/\/auth\/v1\/verify\?token=.+&type=invite/)
    const reset = AccountLink.parse((await call(operator, { action: 'reset', userId: who.userId })).body)
    expect(reset).toEqual({ email: await emailOf(who), link: expect.stringMatching(/type=recovery/) })
    for (const limit of [5, null]) {
      await call(operator, { action: 'limit', userId: who.userId, limit })
      expect((await find(operator, await emailOf(who))).users[0]?.limit).toBe(limit)
    }
  } finally {
    Object.assign(app.ctx.vendors, { smtp, stripe })
  }
})

test('refuses an address that is taken or none, and an invitation where no one may sign up', async () => {
  const operator = await signUpOperator(app)
  const email = await emailOf(await signUp(app))
  expect(await refusalOf(operator, { action: 'invite', email })).toEqual([409, 'account_exists'])
  expect(await refusalOf(operator, { action: 'invite', email: 'nobody' })).toEqual([400, 'invalid_email'])
  Object.assign(app.ctx.config.auth, { signUp: 'closed' })
  expect(await refusalOf(operator, { action: 'invite', email: newEmail() })).toEqual([409, 'invitations_closed'])
  Object.assign(app.ctx.config.auth, { signUp: 'open' })
})

test('needs a recent sign-in for what makes or changes an account', async () => {
  const operator = await signUpOperator(app)
  const who = await signUp(app)
  await app.advance('6 min')
  for (const action of ['reset', 'disable', 'enable', 'make-operator', 'remove-operator', 'delete'])
    expect(await refusalOf(operator, { action, userId: who.userId })).toEqual([403, 'reauthentication_needed'])
  expect(await refusalOf(operator, { action: 'invite', email: newEmail() })).toEqual([403, 'reauthentication_needed'])
  expect((await find(operator, await emailOf(who))).users).toMatchObject([{ state: 'active', isOperator: false }])
})

test('keeps the last operator, and leaves an operator’s own account alone', async () => {
  await app.ctx.db.asAccounts((tx) => sql`update auth.users set raw_app_meta_data = '{}'`.execute(tx))
  const [one, two] = [await signUpOperator(app), await signUpOperator(app)]
  for (const action of ['disable', 'delete'])
    expect(await refusalOf(one, { action, userId: one.userId })).toEqual([409, 'own_account'])

  // Each removes the other at the same moment.
  const answers = await Promise.all([
    call(one, { action: 'remove-operator', userId: two.userId }),
    call(two, { action: 'remove-operator', userId: one.userId }),
  ])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404])
  const last = answers[0].status === 200 ? one : two
  expect(await refusalOf(last, { action: 'remove-operator', userId: last.userId })).toEqual([409, 'last_operator'])
  expect((await call(last, { action: 'list' })).status).toBe(200)
})
