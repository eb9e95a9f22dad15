import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { usageMonth } from '../../contract/limits.ts'
import { doctorOfFile } from '../../test/kit/doctor.ts'
import { signUp } from '../../test/kit/outlook.ts'
import { runSql } from '../../test/kit/run-sql.ts'
import { startSubmission } from '../../test/kit/submission-server.ts'
import { setAutomationSwitch } from '../actions/engine/automation-switch-queries.ts'
import { systemClock } from '../clock.ts'
import { readConfig } from '../config.ts'
import { createSealer } from '../sealed.ts'
import { checkEntra } from './check-entra.ts'
import { checkWebhook } from './check-webhook.ts'
import { examine } from './run-doctor.ts'

const appId = '11111111-2222-4333-8444-555555555555'
const { app, settings, linesOf } = await doctorOfFile()

test('finds a sender that the mail server refuses, without sending an email', async () => {
  await using server = await startSubmission({ sender: 'me@example.com' })
  const smtp = { SMTP_URL: `smtps://me:secret@127.0.0.1:${server.port}` }
  const lineOf = async (MAIL_FROM: string) =>
    (await linesOf(settings({ ...smtp, MAIL_FROM }))).find((line) => /^\w+ email: /.test(line))
  expect(await lineOf('Mailroom <me@example.com>')).toMatch(/^ok email: 127.0.0.1 accepts the sign-in and the sender/)
  expect(await lineOf('other@example.com')).toMatch(/^error email: .* refuses the sender .* \(553\) → Set MAIL_FROM/)
  expect(server.received).toEqual([])
})

test('says that Microsoft accepts no http address but that of this machine', async () => {
  const config = readConfig(
    settings({ PUBLIC_URL: 'http://192.168.1.20', HOST: '0.0.0.0', MICROSOFT_CLIENT_ID: appId }),
  )
  if (!config.microsoft) throw new Error('Outlook is not configured')
  const entraUrl = `${app.sandbox.url}/login.microsoftonline.com`
  const found = await checkEntra({ ...config, microsoft: { ...config.microsoft, entraUrl } }, systemClock)
  expect(found).toContainEqual(
    expect.objectContaining({ level: 'error', remedy: expect.stringMatching(/https address.*home-server/) }),
  )
})

/** Answers every request itself, except the one whether the sandbox runs. */
async function startProxy(status: number): Promise<{ url: string } & AsyncDisposable> {
  const server = createServer(({ url }, response) =>
    response.writeHead(url === '/control/info' ? 200 : status).end('no'),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

test('does not take the answer of a proxy for that of a service which accepts the client', async () => {
  await using proxy = await startProxy(502)
  const lines = await linesOf(settings({ SANDBOX_URL: proxy.url }))
  const about = (name: string) => lines.filter((line) => line.includes(` ${name}: `))
  for (const name of ['Microsoft', 'Dropbox', 'Google Drive'])
    expect(about(name)).toEqual([
      expect.stringMatching(/^warning .*the client could not be checked \(502 unexpected_answer\) → .*proxy/),
    ])
})

test('says that Microsoft cannot reach a local address, where only Outlook is real', async () => {
  const config = readConfig(settings({ MICROSOFT_CLIENT_ID: appId }))
  expect(await checkWebhook(config)).toEqual([
    expect.objectContaining({
      level: 'warning',
      text: expect.stringMatching(/^Microsoft cannot reach .* every minute$/),
    }),
  ])
})

test('finds a queue that no worker drains, stopped automation, and a proxy that answers the webhook', async () => {
  await app.ctx.db.asService((tx) => setAutomationSwitch(tx, { actions: true }, app.clock.now()))
  await app.ctx.db.asService((tx) => app.ctx.jobs.enqueue(tx, 'reconcile-mailboxes', {}))
  await runSql(app.database.owner, "update pgboss.job set start_after = now() - interval '20 minutes'")
  await using proxy = await startProxy(403)
  const problems = await linesOf(settings({ PUBLIC_URL: proxy.url }))
  expect(problems).toContainEqual(
    expect.stringMatching(/error queue: the oldest job has waited for 20 minutes.*ROLE=worker/),
  )
  expect(problems).toContainEqual(expect.stringMatching(/^warning automation: automated actions are stopped since/))
  expect(problems).toContainEqual(expect.stringMatching(/error new email: .* answers 403.*Let the proxy pass/))
  await app.ctx.db.asService((tx) => setAutomationSwitch(tx, { actions: false }, app.clock.now()))
})

test('finds a refused key of Stripe, missing prices, and a missing webhook endpoint', async () => {
  const config = readConfig(settings())
  if (!config.stripe) throw new Error('Stripe is not configured')
  const withStripe = (stripe: object, production = false) =>
    examine({ ...config, production, stripe: Object.assign({}, config.stripe, stripe) }, systemClock)
  const textsOf = async (stripe: object) =>
    (await withStripe(stripe)).flatMap(({ level, check, text, remedy }) =>
      level === 'error' && check.startsWith('Stripe') ? [`${text} → ${remedy ?? ''}`] : [],
    )
  expect(await textsOf({ setUp: 'command', secretKey: 'sk_test_wrong' })).toEqual([
    expect.stringContaining('refuses STRIPE_SECRET_KEY'),
  ])
  expect(await textsOf({ setUp: 'command' })).toEqual(
    expect.arrayContaining([
      'there is no price for “Pro” → Run npx mailroom stripe setup.',
      expect.stringMatching(/^Stripe does not report to .*stripe-webhook → Run npx mailroom stripe setup\.$/),
    ]),
  )
  expect(await withStripe({ mode: 'test' }, true)).toContainEqual(
    expect.objectContaining({ level: 'warning', text: expect.stringMatching(/test key in production/) }),
  )
})

const insertMailbox = (userId: string) =>
  app.ctx.db.asService((tx) =>
    tx
      .insertInto('mailboxes')
      .values({
        user_id: userId,
        email_address: 'a@example.com',
        provider: 'imap',
        provider_tenant_id: 'imap.example.com',
        provider_account_id: userId,
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )

test('finds passwords of IMAP mailboxes that no configured key opens', async () => {
  const { userId } = await signUp(app)
  const keys = async () => (await linesOf(settings())).filter((line) => line.includes(' keys: '))
  const other = createSealer([Buffer.alloc(32, 8)]).seal('a password', 'secret')
  expect(await keys()).toEqual([expect.stringMatching(/^ok/)])
  const { id } = await insertMailbox(userId)
  const server = { imap_host: 'imap.example.com', imap_port: 993, imap_security: 'tls' } as const
  await app.ctx.db.asService((tx) =>
    tx
      .insertInto('app.imap_accounts')
      .values({ mailbox_id: id, user_id: userId, ...server, user_name: 'a', password_sealed: other })
      .execute(),
  )
  expect(await keys()).toEqual([expect.stringMatching(/^error keys: .*Restore ENCRYPTION_KEYS/)])
})

test('counts the users with a limit, and who has reached that of the month', async () => {
  const limits = async () =>
    (await linesOf(settings({ SANDBOX_URL: '', SANDBOX: 'false' }), app.clock)).filter((line) =>
      line.includes(' limits: '),
    )
  expect(await limits()).toEqual([expect.stringMatching(/^ok limits: no user has one/)])
  const { userId } = await signUp(app)
  await insertMailbox(userId)
  const month = usageMonth(app.clock.now())
  await app.ctx.db.asService(async (tx) => {
    await tx.insertInto('app.user_limits').values({ user_id: userId, email_limit: 5 }).execute()
    await tx.insertInto('usage').values({ user_id: userId, month, emails_processed: 5 }).execute()
  })
  expect(await limits()).toEqual([expect.stringMatching(/^ok limits: users with a limit: 1; .* month: 1 →/)])
})
