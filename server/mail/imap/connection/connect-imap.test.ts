import { once } from 'node:events'
import { beforeEach, expect, test } from 'vitest'
import { PromptSmtpServer } from '../../../../packages/sandbox/sandbox.ts'
import { AccountActivityOutput } from '../../../../contract/functions/account-activity.ts'
import { recentAuthenticationMs } from '../../../../contract/limits.ts'
import { rowsContaining } from '../../../../test/kit/all-rows.ts'
import { describeWithDovecot } from '../../../../test/kit/describe-with-dovecot.ts'
import { mailCertificate } from '../../../../test/kit/mail-certificate.ts'
import { callFunction, signUp, type Visitor } from '../../../../test/kit/outlook.ts'
import { ofFile } from '../../../../test/kit/of-file.ts'
import { appOfFile } from '../../../../test/kit/start-app.ts'
import { findNextRun } from '../../../actions/engine/action-run-queries.ts'
import { countUnblockedRuns } from '../../../shared/blocked-runs.ts'
import { changeMailboxStatus } from '../../mailboxes/mailbox-status.ts'
import { findImapAccount, imapPasswordSealContext } from '../account-queries.ts'

describeWithDovecot('an IMAP mailbox', async (dovecot) => {
  const app = await appOfFile()
  const smtp = await ofFile(startSubmission(dovecot.password))
  let who: Visitor
  let email: string
  beforeEach(async () => {
    who = await signUp(app)
    email = await dovecot.newMailbox()
  })

  const imap = { host: dovecot.host, port: dovecot.port, security: 'tls' }
  const outgoing = { host: '127.0.0.1', port: smtp.port, security: 'tls' }
  const connect = (more: object = {}, by = who) =>
    callFunction(app, by, 'mail-authentication', {
      action: 'connect-imap',
      email,
      password: dovecot.password,
      imap,
      smtp: outgoing,
      ...more,
    })
  const change = (mailboxId: unknown, password: string) =>
    callFunction(app, who, 'mail-authentication', { action: 'change-password', mailboxId, password })
  const connected = async (more: object = {}): Promise<string> => {
    const { body } = await connect(more)
    if (typeof body['mailboxId'] !== 'string') throw new Error(JSON.stringify(body))
    return body['mailboxId']
  }
  const accountOf = (mailboxId: string) => app.ctx.db.asService((tx) => findImapAccount(tx, mailboxId))
  const passwordOf = async (mailboxId: string) => {
    const account = await accountOf(mailboxId)
    const at = { mailboxId, userId: who.userId }
    return account && app.ctx.sealer.open(imapPasswordSealContext(at), account.passwordSealed)
  }
  const actions = async () => {
    const { body } = await callFunction(app, who, 'account-activity', { action: 'list' })
    return AccountActivityOutput.parse(body).events.map(({ action }) => action)
  }
  const folders = () =>
    app.ctx.db.asService((tx) =>
      tx
        .selectFrom('email_folders')
        .select(['folder_name', 'include_in_ai'])
        .where('user_id', '=', who.userId)
        .execute(),
    )

  test('is connected with its folders, and its password is only sealed', async () => {
    for (const name of ['Invoices', 'Gesendet']) await dovecot.createFolder(email, name)
    const mailboxId = await connected({ mailboxName: 'Home' })
    expect(await accountOf(mailboxId)).toMatchObject({ address: email, imap, smtp: outgoing, userName: email })
    expect(await passwordOf(mailboxId)).toBe(dovecot.password)
    const { body } = await callFunction(app, who, 'mail-graph', { action: 'status', mailboxId })
    expect(body).toMatchObject({ status: 'active', sign_in: 'password', has_web_links: false })
    // The server has another folder for sent email.
    const added = new Map((await folders()).map((folder) => [folder.folder_name, folder.include_in_ai]))
    expect([added.get('Invoices'), added.get('Gesendet'), added.has('Sent')]).toEqual([true, false, false])
    expect(await actions()).toContain('mailbox_connected')
    expect(await rowsContaining(app.database, dovecot.password)).toEqual([])
  })

  test('takes the no-break spaces of a copied password for spaces', async () => {
    const mailboxId = await connected({ password: dovecot.password.replaceAll(' ', '\u00a0') })
    expect(await passwordOf(mailboxId)).toBe(dovecot.password)
  })

  test('is connected without a server for outgoing email, and says so', async () => {
    const mailboxId = await connected({ smtp: undefined })
    expect(await accountOf(mailboxId)).toMatchObject({ smtp: null })
    const { body } = await callFunction(app, who, 'mail-graph', { action: 'status', mailboxId })
    expect(body).toMatchObject({ unsupported: ['send'] })
  })

  test('is not connected twice by another name of its server', async () => {
    const mailboxId = await connected()
    const other = await connect({ email: email.toUpperCase(), user: email, imap: { ...imap, host: '127.0.0.2' } })
    expect(other.body['error']).toMatchObject({ code: 'mailbox_at_other_server' })
    expect(await connected()).toBe(mailboxId)
  })

  const failing: [string, object, string][] = [
    ['a wrong password', { password: 'a wrong password' }, 'imap_sign_in_refused'],
    ['a closed port', { imap: { ...imap, port: 1 } }, 'imap_not_reachable'],
    ['a name of another server', { imap: { ...imap, host: '127.0.0.2' } }, 'imap_not_reachable'],
    ['a name that does not exist', { imap: { ...imap, host: 'mail.invalid' } }, 'imap_name_not_found'],
    ['a closed port of SMTP', { smtp: { ...outgoing, port: 1 } }, 'smtp_not_reachable'],
  ]
  test.each(failing)('%s is named, and nothing is stored', async (_, more, code) => {
    const { status, body } = await connect(more)
    expect([status, body['error']]).toMatchObject([409, { code }])
    expect(await folders()).toEqual([])
  })

  test('of another user is taken, and its own user connects it again only after a recent sign-in', async () => {
    const mailboxId = await connected()
    const other = await signUp(app)
    for (const host of [imap.host, '127.0.0.1/x', '0x7f.1', '127.0.0.1.'])
      expect((await connect({ imap: { ...imap, host } }, other)).body['error']).toMatchObject({ code: 'mailbox_taken' })
    expect(await connected({ mailboxName: 'Another name' })).toBe(mailboxId)
    await app.advance(`${recentAuthenticationMs / 1000 + 1} s`)
    expect((await connect()).body['error']).toMatchObject({ code: 'reauthentication_needed' })
  })

  test('has a new password once the server accepts it, after a recent sign-in', async () => {
    const mailboxId = await connected({ smtp: undefined })
    expect((await change(mailboxId, 'another word')).body['error']).toMatchObject({ code: 'imap_sign_in_refused' })
    expect(await passwordOf(mailboxId)).toBe(dovecot.password)
    await dovecot.changePassword(email, 'another word')
    expect((await change(mailboxId, 'another word')).body).toEqual({ success: true, mailboxId })
    expect(await passwordOf(mailboxId)).toBe('another word')
    expect((await accountOf(mailboxId))?.generation).toBe(2)
    expect(await actions()).toContain('mailbox_password_changed')
    await app.advance(`${recentAuthenticationMs / 1000 + 1} s`)
    expect((await change(mailboxId, 'another word')).body['error']).toMatchObject({ code: 'reauthentication_needed' })
  })

  test('signs in with no former password once the owner of the account has proved the address', async () => {
    const mailboxId = await connected()
    await app.ctx.db.asService((tx) => app.ctx.jobs.enqueue(tx, 'require-new-sign-ins', { userId: who.userId }))
    await app.runDueJobs()
    expect(await passwordOf(mailboxId)).toBe('')
    expect(await callFunction(app, who, 'mail-authentication', { action: 'refresh', mailboxId })).toMatchObject({
      status: 409,
      body: { error: { code: 'mailbox_reauth_required' } },
    })
    expect((await change(mailboxId, dovecot.password)).status).toBe(200)
    expect(await passwordOf(mailboxId)).toBe(dovecot.password)
  })

  test('actions that its refusal has ended start again with a new password, or with the former one', async () => {
    const mailboxId = await connected({ smtp: undefined })
    const at = { user_id: who.userId, mailbox_id: mailboxId }
    const refuse = async () => {
      await app.ctx.db.asService(async (tx) => {
        const { id } = await tx
          .insertInto('email_processing_logs')
          .values({
            ...at,
            message_id: crypto.randomUUID(),
            status: 'processed',
            reason: 'sorted',
            processed_at: app.clock.now(),
          })
          .returning('id')
          .executeTakeFirstOrThrow()
        await tx
          .insertInto('email_action_runs')
          .values({
            ...at,
            log_id: id,
            action_type: 'draft_reply',
            config_version: 1,
            action_order: 1,
            status: 'waiting',
            created_at: app.clock.now(),
          })
          .execute()
        const run = await findNextRun(tx, id)
        await tx
          .updateTable('email_action_runs')
          .set({
            status: 'failed',
            reason: 'mailbox_needs_sign_in',
            ended_at: app.clock.now(),
            blocked_by: 'mailbox',
            blocked_sign_in_id: run?.signIns.mailbox ?? null,
          })
          .where('log_id', '=', id)
          .execute()
      })
      await app.ctx.db.asService((tx) => changeMailboxStatus(tx, app.ctx, mailboxId, 'reauth_required'))
    }
    const unblocked = () =>
      app.ctx.db.asService((tx) => countUnblockedRuns(tx, { userId: who.userId, account: 'mailbox', mailboxId }))
    await refuse()
    await callFunction(app, who, 'mail-authentication', { action: 'refresh', mailboxId })
    expect(await unblocked()).toBe(1)
    await app.runDueJobs()
    await refuse()
    await change(mailboxId, dovecot.password)
    expect(await unblocked()).toBe(1)
    await app.runDueJobs()
    await refuse()
    await app.ctx.db.asService((tx) => changeMailboxStatus(tx, app.ctx, mailboxId, 'active'))
    expect(await unblocked()).toBe(0)
  })

  test('attempts to sign in are limited, since each tries a password', async () => {
    const answers = []
    for (let attempt = 0; attempt < 11; attempt++) answers.push(await connect({ imap: { ...imap, port: 1 } }))
    expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 10 }, () => 409), 429])
  })

  test('the servers of an address are found for signed-in users, a limited number of times', async () => {
    const find = () => callFunction(app, who, 'mail-authentication', { action: 'find-servers', email: 'a@gmail.com' })
    expect((await find()).body).toMatchObject({ kind: 'imap', imap: { host: 'imap.gmail.com' } })
    for (let attempt = 0; attempt < 19; attempt++) await find()
    expect((await find()).status).toBe(429)
  })
})

/** A server for outgoing email with one password. */
async function startSubmission(expected: string) {
  const { certificate, privateKey } = mailCertificate()
  const server = new PromptSmtpServer({
    secure: true,
    cert: certificate,
    key: privateKey,
    disableReverseLookup: true,
    closeTimeout: 100,
    onAuth: ({ username, password }, _session, done) =>
      password === expected ? done(null, { user: username }) : done(Object.assign(new Error(), { responseCode: 535 })),
  })
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const address = server.server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
