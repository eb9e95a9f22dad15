import { expect, test } from 'vitest'
import { startCuttingProxy } from '../../../test/kit/cutting-proxy.ts'
import { describeWithDovecot } from '../../../test/kit/describe-with-dovecot.ts'
import { startDovecot } from '../../../test/kit/dovecot.ts'
import { imapMailbox } from '../../../test/kit/imap-mailbox.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'
import { startSubmission } from '../../../test/kit/submission-server.ts'
import { dueForWatch } from './watch-queries.ts'

describeWithDovecot('an IMAP mailbox', async (dovecot) => {
  const app = await appOfFile({ startsAt: null })

  const isDue = async (mailboxId: string): Promise<boolean> =>
    (await app.ctx.db.asService((tx) => dueForWatch(tx, app.clock.now()))).includes(mailboxId)
  const watcherOf = async (mailboxId: string): Promise<number | null | undefined> =>
    app.ctx.db.asService(
      async (tx) =>
        (
          await tx
            .selectFrom('app.imap_connections')
            .select('watch_node')
            .where('mailbox_id', '=', mailboxId)
            .executeTakeFirst()
        )?.watch_node,
    )

  test('is watched by one node, which sorts email that is announced, and by another one after it', async () => {
    const at = await imapMailbox(app, dovecot, { folders: ['Bills'] })
    await at.instruct('Bills', 'billing@power.example')
    await at.subscribe()
    await app.runDueJobs()
    const { node } = app.ctx.presence
    await expect.poll(() => watcherOf(at.mailboxId)).toBe(node)
    expect(await isDue(at.mailboxId)).toBe(false)
    await expect.poll(() => dovecot.commandsOf(at.address)).toContain('IDLE')
    await app.runDueJobs()
    await at.save({ subject: 'Bill', from: 'billing@power.example' })
    const sorted = async () => {
      await app.runDueJobs()
      return at.atServer()
    }
    await expect.poll(sorted).toEqual({ Bills: ['Bill'] })

    await app.ctx.vendors.imap.close(at.mailboxId)
    await expect.poll(() => watcherOf(at.mailboxId)).toBeNull()
    // A node that has died.
    await app.ctx.db.asService((tx) =>
      tx.updateTable('app.imap_connections').set({ watch_node: 1, watch_until: app.clock.now() }).execute(),
    )
    expect(await isDue(at.mailboxId)).toBe(true)
    await at.work('reconcile-mailboxes')
    await expect.poll(() => watcherOf(at.mailboxId)).toBe(node)
    await at.call('mail-authentication', { action: 'disconnect', mailboxId: at.mailboxId })
    expect(await watcherOf(at.mailboxId)).toBeUndefined()
  })

  test('works where the server allows one connection: waiting for new email ends', async () => {
    await using limited = await startDovecot({ maxConnections: 1 })
    const at = await imapMailbox(app, limited)
    await at.subscribe()
    await app.ctx.vendors.imap.close(at.mailboxId)
    await expect.poll(() => watcherOf(at.mailboxId)).not.toBe(app.ctx.presence.node)
    await at.work('reconcile-mailboxes')
    expect(await at.box((mailbox) => mailbox.inbox.count(null))).toBe(0)
  })

  test('an outage of three mailboxes concerns their server, and no other port of its host', async () => {
    const count = ({ box }: Awaited<ReturnType<typeof imapMailbox>>) => box((mailbox) => mailbox.inbox.count(null))
    const there = await imapMailbox(app, dovecot)
    const proxy = await startCuttingProxy({ port: dovecot.plainPort })
    const lost = await Promise.all([1, 2, 3].map(() => imapMailbox(app, dovecot, { server: { ...dovecot, ...proxy } })))
    await proxy[Symbol.asyncDispose]()
    for (const mailbox of lost) await expect(count(mailbox)).rejects.toMatchObject({ vendor: 'imap' })
    expect(await count(there)).toBe(0)
  })

  test('asks for a new password when it is refused twice, minutes apart, and not in an outage', async () => {
    const at = await imapMailbox(app, dovecot)
    const status = async () =>
      app.ctx.db.asService(
        async (tx) =>
          (await tx.selectFrom('mailboxes').select('status').where('id', '=', at.mailboxId).executeTakeFirst())?.status,
      )
    const count = () => at.box((mailbox) => mailbox.inbox.count(null))
    await app.ctx.vendors.imap.close(at.mailboxId)
    await dovecot.failSignIns(at.address)
    await expect(count()).rejects.toMatchObject({ code: 'sign_in_delayed' })
    await app.advance('16 min')
    await expect(count()).rejects.toMatchObject({ code: 'sign_in_delayed' })
    await dovecot.changePassword(at.address, 'another')
    await app.advance('16 min')
    const refresh = () => at.call('mail-authentication', { action: 'refresh', mailboxId: at.mailboxId })
    expect(await refresh()).toMatchObject({ body: { error: { code: 'imap_sign_in_refused' } } })
    expect(await status()).toBe('active')
    await app.advance('16 min')
    await expect(count()).rejects.toMatchObject({ kind: 'auth' })
    expect(await status()).toBe('reauth_required')
    expect(await refresh()).toMatchObject({ body: { error: { code: 'mailbox_reauth_required' } } })
    await dovecot.changePassword(at.address, dovecot.password)
    expect(await refresh()).toMatchObject({ status: 200 })
    expect(await status()).toBe('active')
  })

  test('forwards nothing that is larger than the mail server accepts, or than 25 MB', async () => {
    await using submission = await startSubmission({ size: 1000 })
    const at = await imapMailbox(app, dovecot, { smtpPort: submission.port })
    const multipart = { more: 'MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b' }
    const part = (text: string) => `--b\r\nContent-Disposition: attachment; filename=a.txt\r\n\r\n${text}\r\n--b--`
    await at.save({ subject: 'Small', ...multipart, text: part('a'.repeat(1000)) })
    await at.save({ subject: 'Large', ...multipart, text: part(`${'a'.repeat(1022)}\r\n`.repeat(25 * 1024 + 1)) })
    const excerpts = await at.box((mailbox) => mailbox.inbox.excerpts(2))
    const create = (subject: string) => {
      const messageId = excerpts.find((one) => one.subject === subject)?.id ?? ''
      return at.box(({ effect }) => effect.create('forward', { messageId, effectId: crypto.randomUUID() }))
    }
    await expect(create('Large')).rejects.toMatchObject({ code: 'message_too_large' })
    const draft = await create('Small')
    if (draft === 'not-there') return expect.unreachable()
    await expect(at.box(({ effect }) => effect.send(draft.id))).rejects.toMatchObject({ code: 'message_too_large' })
    expect(await at.box(({ effect }) => effect.read(draft.id))).toMatchObject({ isDraft: true })
    expect(submission.received).toEqual([])
  })

  test('sends a forward once, with the attachments and a copy among the sent mail', async () => {
    await using submission = await startSubmission()
    await using proxy = await startCuttingProxy({ port: dovecot.plainPort })
    const server = { host: proxy.host, port: proxy.port, password: dovecot.password }
    const at = await imapMailbox(app, dovecot, { smtpPort: submission.port, server })
    await at.save({
      subject: 'Bill',
      more: 'MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b',
      text: [
        '--b',
        'Content-Type: text/html',
        '',
        '<p>The bill</p>',
        '--b',
        'Content-Type: text/csv; name=bill.csv',
        'Content-Disposition: attachment',
        '',
        '41 euro',
        '--b--',
      ].join('\r\n'),
    })
    const [message] = (await at.box((mailbox) => mailbox.inbox.page({ since: null, until: null }))).messages
    const forward = async (effectId: string) => {
      const created = await at.box(({ effect }) => effect.create('forward', { messageId: message?.id ?? '', effectId }))
      if (created === 'not-there') return expect.unreachable()
      const change = { kind: 'forward', html: created.html, address: 'books@example.com' } as const
      return at.box(({ effect }) => effect.write({ ...change, draft: created, effectId }))
    }
    const draft = await forward('3f0c5d1e-6a51-4f0e-9a35-0d5b7c1e8a42')
    if (typeof draft === 'string') return expect.unreachable()
    expect(draft).toMatchObject({ recipients: ['books@example.com'], subject: 'Fwd: Bill', isWritten: true })
    const send = (id: string) => at.box(({ effect }) => effect.send(id))
    const read = (id: string) => at.box(({ effect }) => effect.read(id))
    expect(await send(draft.id)).toBe('accepted')
    expect(await read(draft.id)).toMatchObject({ isDraft: false, internetMessageId: draft.internetMessageId })
    expect(await at.atServer()).toEqual({ INBOX: ['Bill'], Sent: ['Fwd: Bill'] })
    expect(submission.received).toEqual([expect.stringContaining('bill.csv')])

    // The server takes the email, but its answer is lost.
    const unclear = await forward('4f0c5d1e-6a51-4f0e-9a35-0d5b7c1e8a42')
    if (typeof unclear === 'string') return expect.unreachable()
    submission.state.hangUp = true
    await expect(send(unclear.id)).rejects.toMatchObject({ vendor: 'submission' })
    submission.state.hangUp = false
    expect(await read(unclear.id)).toBeNull()
    expect(await send(unclear.id)).toBe('not-there')
    expect(submission.received).toHaveLength(2)

    // The connection ends while the draft is deleted, after its copy was made.
    const cut = await forward('5f0c5d1e-6a51-4f0e-9a35-0d5b7c1e8a42')
    if (typeof cut === 'string') return expect.unreachable()
    void proxy.next({ command: /^UID STORE/, at: 'unanswered', how: 'cut' })
    await expect(send(cut.id)).rejects.toMatchObject({ vendor: 'imap' })
    await read(cut.id)
    expect(await at.atServer()).toMatchObject({ Sent: ['Fwd: Bill', 'Fwd: Bill'], Drafts: ['Fwd: Bill'] })
  })
})
