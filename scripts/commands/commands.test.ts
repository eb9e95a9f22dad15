import { expect, test } from 'vitest'
import { liveMailbox } from '../../test/kit/live-mailbox.ts'
import { emailsTo, newUser } from '../../test/kit/outbox.ts'
import { deliver, requestsTo } from '../../test/kit/outlook.ts'
import { withAuthenticator } from '../../test/kit/second-step.ts'
import { goodPassword } from '../../test/kit/start-accounts.ts'
import { appOfFile } from '../../test/kit/start-app.ts'
import { setSubscription } from '../../test/kit/subscriptions.ts'
import { commands, usage } from './commands.ts'

const app = await appOfFile()
const at = await liveMailbox(app)

/** Runs a command by its words, as the operator types them. */
async function mailroom(line: string, ctx = app.ctx): Promise<string> {
  const command = commands.find(({ name }) => line === name || line.startsWith(`${name} `))
  if (!command) throw new Error(`No command: ${line}`)
  return (await command.run(ctx, line.slice(command.name.length).split(' ').filter(Boolean))).join('\n')
}

const actionsOf = (email: string): Promise<string[]> =>
  app.ctx.db.asAccounts(async (tx) => {
    const user = tx.selectFrom('auth.users').select('id').where('email', '=', email)
    const rows = await tx
      .selectFrom('auth.audit_log_entries')
      .select(['action', 'detail'])
      .where('user_id', '=', user)
      .execute()
    return rows.flatMap(({ action, detail }) => [action, detail ?? ''])
  })

test('invites, lists, disables, enables and deletes an account', async () => {
  const email = 'new.user@people.example'
  expect(await mailroom(`users invite ${email}`)).toContain('is sent by the next worker')
  await app.runDueJobs()
  const silent = { ...app.ctx, vendors: { ...app.ctx.vendors, smtp: null } }
  expect(await mailroom('users invite other@people.example', silent)).toMatch(/http:\S+\/auth\/v1\/verify\?token=/)
  expect(await mailroom('users list')).toMatch(new RegExp(`${email} +invited`))
  await mailroom(`users disable ${email}`)
  expect(await mailroom('users list')).toMatch(new RegExp(`${email} +disabled`))
  await mailroom(`users enable ${email}`)
  expect(await mailroom('users list')).not.toContain('disabled')
  await mailroom(`users operator ${email}`)
  expect(await mailroom('users list')).toContain('invited, operator')
  await mailroom(`users operator ${email} off`)
  expect(await mailroom('users list')).not.toContain('operator')
  await expect(mailroom(`users operator ${email} no`)).rejects.toThrow('Unknown: no')
  await expect(mailroom(`users delete ${email}`)).rejects.toThrow(`users delete ${email} --yes`)
  await mailroom(`users delete ${email} --yes`)
  expect(await mailroom('users list')).not.toContain(email)
  await expect(mailroom(`users delete ${email} --yes`)).rejects.toThrow('There is no account')
  await expect(mailroom('users invite nobody')).rejects.toThrow()
})

test('prints a link for a new password, changes an address, and sets a limit where there are no plans', async () => {
  const email = 'forgetful@people.example'
  await mailroom(`users invite ${email}`)
  const link = /http:\S+/.exec(await mailroom(`users reset ${email}`))?.[0] ?? ''
  expect(new URL(link).searchParams.get('type')).toBe('recovery')
  expect(await actionsOf(email)).toContain('recovery_requested')
  await expect(mailroom('users reset nobody@people.example')).rejects.toThrow('There is no account')
  expect(await mailroom(`users email ${email} moved@people.example`)).toContain('moved@people.example now')
  await expect(mailroom('users limit moved@people.example 5')).rejects.toThrow('plans limit')
  const free = { ...app.ctx, vendors: { ...app.ctx.vendors, stripe: null } }
  await expect(mailroom('users limit moved@people.example few', free)).rejects.toThrow('enter a number')
  expect(await mailroom('users limit moved@people.example 5', free)).toContain('5 emails a month')
  expect(await mailroom('users limit moved@people.example none', free)).toContain('no limit')
  expect(await actionsOf('moved@people.example')).toEqual(
    expect.arrayContaining(['5 emails a month', 'no monthly limit']),
  )
})

test('removes a lost second step, ends all sessions, and reports it to the user', async () => {
  const { client, email } = await newUser(app)
  await expect(mailroom(`users remove-second-step ${email} --yes`)).rejects.toThrow('has no second step')
  await withAuthenticator(client.auth, app.clock)
  await expect(mailroom(`users remove-second-step ${email}`)).rejects.toThrow(`remove-second-step ${email} --yes`)
  expect(await mailroom(`users remove-second-step ${email} --yes`)).toContain('asks for no second step any more')
  expect((await client.auth.refreshSession()).error).not.toBeNull()
  await client.auth.signInWithPassword({ email, password: goodPassword })
  expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data?.nextLevel).toBe('aal1')
  expect(await actionsOf(email)).toContain('factor_removed')
  await app.runDueJobs()
  expect((await emailsTo(app, email)).map(({ subject }) => subject)).toContainEqual(
    expect.stringContaining('A second step was removed'),
  )
})

test('shows mailboxes and jobs, and reads a mailbox again', async () => {
  await at.subscribe()
  await app.runDueJobs()
  expect(await mailroom('mailboxes status')).toMatch(
    new RegExp(`${at.mailboxId} +${at.email} +\\S+@\\S+ +active +notified +\\d{4}-`),
  )
  await app.control('DELETE', '/control/requests')
  expect(await mailroom(`mailboxes resync ${at.mailboxId}`)).toContain('1 mailboxes are read again')
  expect(await mailroom('jobs')).toMatch(/sync-mailbox +1 +0 +0/)
  await app.runDueJobs()
  expect((await requestsTo(app, 'graph')).some(({ url }) => url.includes('/delta'))).toBe(true)
  await expect(mailroom('mailboxes resync nothing')).rejects.toThrow('There is no mailbox')
})

test('shows plans, rotates the key, and stops and starts automation', async () => {
  expect(await mailroom('plans limit Free 20000')).toContain('20,000 emails a month')
  await setSubscription(app, at.who.userId, { plan: 'Pro' })
  await newUser(app)
  const accounts = (await mailroom('users list')).split('\n').length - 1
  // Only who has paid has a row.
  expect(await mailroom('plans')).toMatch(new RegExp(`Free +0\\.00 +20000 +${accounts - 1}\n.*Pro .* 1\n`))
  const free = { ...app.ctx, vendors: { ...app.ctx.vendors, stripe: null } }
  await expect(mailroom('plans', free)).rejects.toThrow('there are no plans')
  await expect(mailroom('plans limit Free 5', free)).rejects.toThrow('there are no plans')
  await expect(mailroom('plans limit Gold 1')).rejects.toThrow('There is no plan Gold')
  await expect(mailroom('plans limit Free many')).rejects.toThrow('enter a number')
  expect(await mailroom('keys rotate')).toMatch(/key [\w-]+\.$/)
  expect(await mailroom('keys rewrap')).toContain('0 secrets were encrypted')
  expect(await mailroom('automation status')).toContain('Nothing is stopped.')
  expect(await mailroom('automation stop')).toMatch(/^All automated actions are stopped since 20/)
  expect(await mailroom('automation stop everything')).toContain('all sorting and moving')
  expect(await mailroom('automation stop')).toContain('all sorting and moving')
  await app.control('DELETE', '/control/requests')
  await deliver(app, at.email)
  await at.reconcile()
  expect((await requestsTo(app, 'graph')).filter(({ method }) => method === 'POST')).toEqual([])
  expect(await mailroom('automation start')).toContain('Nothing is stopped.')
  await expect(mailroom('automation stop all')).rejects.toThrow('Unknown: all')
})

test('the usage names every command, in two columns', () => {
  const lines = usage().split('\n')
  const helpAt = commands.map(({ name, help }) => {
    const line = lines.find((one) => one.startsWith(`  ${name}`) && one.endsWith(`  ${help}`))
    return line?.indexOf(help)
  })
  expect(new Set(helpAt)).toEqual(new Set([helpAt[0]]))
  expect(helpAt[0]).toBeGreaterThan(0)
})
