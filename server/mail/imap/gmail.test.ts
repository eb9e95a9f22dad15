import { expect, test } from 'vitest'
import { z } from 'zod'
import { MailboxList } from '../../../contract/functions/mail-graph.ts'
import { addImapMailbox } from '../../../test/kit/imap-mailbox.ts'
import { connectImapLines } from '../../../test/kit/imap-lines.ts'
import { callFunction, signUp } from '../../../test/kit/outlook.ts'
import { ofFile } from '../../../test/kit/of-file.ts'
import { startSandboxImap } from '../../../test/kit/sandbox-imap.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'
import { startSubmission } from '../../../test/kit/submission-server.ts'
import { findFilings } from '../../sorting/folders/filing-queries.ts'
import { withMailbox } from '../providers/with-mailbox.ts'

const server = await ofFile(startSandboxImap())
const app = await appOfFile({ startsAt: null })

/** Forwards an email of a new mailbox. */
async function forward(smtpPort: number) {
  const address = await server.newMailbox({ gmail: true })
  await server.save(address, 'INBOX', 'Subject: Bill\r\nMessage-ID: <1@power.example>\r\n\r\n41 euro\r\n')
  const { userId } = await signUp(app)
  const mailboxId = await addImapMailbox(app, userId, { address, server, smtpPort })
  const effectId = '3f0c5d1e-6a51-4f0e-9a35-0d5b7c1e8a42'
  const read = await withMailbox(app.ctx, mailboxId, async ({ effect, inbox }) => {
    const [message] = (await inbox.page({ since: null, until: null })).messages
    const created = await effect.create('forward', { messageId: message?.id ?? '', effectId })
    if (created === 'not-there') return expect.unreachable()
    const text = { html: created.html, address: 'books@example.com' }
    const draft = await effect.write({ kind: 'forward', ...text, draft: created, effectId })
    if (typeof draft === 'string') return expect.unreachable()
    expect(await effect.send(draft.id)).toBe('accepted')
    return effect.read(draft.id)
  })
  const copiesIn = (name: string) =>
    server.control('GET', `imap/${address}/messages?folder=${encodeURIComponent(`[Gmail]/${name}`)}`)
  return { read, sent: await copiesIn('Sent Mail'), drafts: await copiesIn('Drafts') }
}

test('X-GM-MSGID is the identity, and only INBOX and labels of the user are touched', async () => {
  const address = await server.newMailbox({ gmail: true, folders: ['Bills', 'Other', 'More'] })
  const who = await signUp(app)
  // What tells messages apart elsewhere is the same.
  const mime = 'Subject: Bill\r\nMessage-ID: <3@power.example>\r\n\r\n41 euro\r\n'
  const inbox = `imap/${address}/messages?folder=INBOX&received=2026-11-29T12:00:00Z`
  for (const _ of [1, 2]) await server.control('POST', inbox, mime)
  const mailboxId = await addImapMailbox(app, who.userId, { address, server, smtpPort: 1 })
  const offered = await app.ctx.db.asService((tx) =>
    tx.selectFrom('email_folders').select('folder_name').where('mailbox_id', '=', mailboxId).execute(),
  )
  expect(offered.map((folder) => folder.folder_name).toSorted()).toEqual(['Bills', 'More', 'Other'])
  await withMailbox(app.ctx, mailboxId, async (mailbox) => {
    const folders = await mailbox.folders()
    const idOf = (name: string) => folders.find(({ displayName }) => displayName === name)?.id ?? ''
    const { messages } = await mailbox.inbox.page({ since: null, until: null })
    const [second = '', first = ''] = messages.map(({ id }) => id)
    const from = await mailbox.inboxId()
    for (const id of [first, second]) {
      expect(await mailbox.find(id)).toMatchObject({ parentFolderId: from })
      expect(await mailbox.move(id, { from, to: idOf('Bills') })).toBe('moved')
    }
    // By another client.
    using lines = await connectImapLines(server)
    await lines.run(`LOGIN ${address} ${server.password}`)
    await lines.run('SELECT Bills')
    await lines.run('UID MOVE 1 Other')
    await lines.run('UID MOVE 2 More')
    expect(await mailbox.find(first)).toMatchObject({ parentFolderId: idOf('Other') })
    expect(await mailbox.find(second)).toMatchObject({ parentFolderId: idOf('More') })
  })
  const stored = z
    .array(z.object({ folder: z.string() }))
    .parse(await server.control('GET', `imap/${address}/messages`))
  expect(stored.map(({ folder }) => folder).toSorted()).toEqual([
    'More',
    'Other',
    '[Gmail]/All Mail',
    '[Gmail]/All Mail',
  ])
  const commands = JSON.stringify(await server.control('GET', `requests?service=imap`))
  expect(commands).not.toMatch(/EXPUNGE|(?:SELECT|MOVE \d+|COPY \d+) [^,]*Trash/)
})

test('the copy of a forward that Gmail has made is found', async () => {
  const { read, sent, drafts } = await forward(Number(new URL(server.submissionUrl).port))
  expect(read).toMatchObject({ isDraft: false, subject: 'Fwd: Bill' })
  expect(sent).toHaveLength(1)
  expect(drafts).toEqual([])
})

test('no copy of a forward is stored where Gmail makes it later', async () => {
  await using submission = await startSubmission()
  const { sent, drafts } = await forward(submission.port)
  expect(submission.received).toHaveLength(1)
  expect(sent).toEqual([])
  expect(drafts).toEqual([])
})

test('what Gmail asks of the user is named while connecting, and later asks for a new sign-in', async () => {
  const { host, port, password } = server
  const email = await server.newMailbox({ gmail: true, signIn: 'app-password' })
  const setSignIn = (signIn: string) => server.control('PUT', `imap/${email}`, { signIn })
  const who = await signUp(app)
  const connect = async () => {
    const imap = { host, port, security: 'tls' }
    return (await callFunction(app, who, 'mail-authentication', { action: 'connect-imap', email, password, imap })).body
  }
  expect(await connect()).toMatchObject({ error: { code: 'imap_app_password_required' } })
  await setSignIn('disabled')
  expect(await connect()).toMatchObject({ error: { code: 'imap_disabled' } })
  await setSignIn('web')
  expect(await connect()).toMatchObject({ error: { code: 'imap_web_sign_in_required' } })
  await setSignIn('ok')
  const mailboxId = String((await connect())['mailboxId'])
  await app.runDueJobs()
  await app.ctx.vendors.imap.close(mailboxId)
  await setSignIn('app-password')
  const count = () => withMailbox(app.ctx, mailboxId, (mailbox) => mailbox.inbox.count(null))
  await expect(count()).rejects.toMatchObject({ code: 'sign_in_delayed' })
  await app.advance('16 min')
  await expect(count()).rejects.toMatchObject({ kind: 'auth' })
})

test('a server without keywords stores the marks of the protocol, and no categories', async () => {
  const address = await server.newMailbox({ hidden: ['KEYWORDS'] })
  await server.save(address, 'INBOX', 'Subject: Bill\r\nMessage-ID: <2@power.example>\r\n\r\n41 euro\r\n')
  const who = await signUp(app)
  const mailboxId = await addImapMailbox(app, who.userId, { address, server, smtpPort: 1 })
  const page = { since: null, until: null }
  await withMailbox(app.ctx, mailboxId, async (mailbox) => {
    const { inbox } = mailbox
    const id = (await inbox.page(page)).messages[0]?.id ?? ''
    expect(await mailbox.mark(id, () => ({ categories: ['Bills'], isRead: true }))).toBe('unsupported')
    expect((await inbox.page(page)).messages).toMatchObject([{ isRead: false, categories: [] }])
    expect(await mailbox.mark(id, () => ({ isRead: true }))).toBe('marked')
    expect((await inbox.page(page)).messages).toMatchObject([{ isRead: true, categories: [] }])
  })
  const filings = async () => [...(await app.ctx.db.asService((tx) => findFilings(tx, mailboxId))).values()]
  await app.ctx.db.asService((tx) =>
    tx.updateTable('email_folders').set({ filing: 'tag' }).where('mailbox_id', '=', mailboxId).execute(),
  )
  expect(await filings()).toMatchObject([{ staysInInbox: false, category: null, ownCategory: 'Archive' }])
  const { mailboxes } = MailboxList.parse((await callFunction(app, who, 'mail-graph', { action: 'status' })).body)
  expect(mailboxes[0]?.unsupported).toContain('tag')
  // The server stores keywords by now.
  await server.control('PUT', `imap/${address}`, { hidden: [] })
  await withMailbox(app.ctx, mailboxId, (mailbox) => mailbox.folders())
  expect(await filings()).toMatchObject([{ staysInInbox: true, category: 'Archive' }])
})
