import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createTransport } from 'nodemailer'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { connectImapLines } from '../kit/imap-lines.ts'
import { ofFile } from '../kit/of-file.ts'
import { imapPassword, startSandboxImap } from '../kit/sandbox-imap.ts'

const sandbox = await ofFile(startSandboxImap())

const mime = 'From: Ann <ann@example.com>\r\nSubject: Rent\r\n\r\nDue on Friday.\r\n'
const Messages = z.array(z.object({ folder: z.string(), uid: z.number(), id: z.string(), mime: z.string() }))

async function messagesOf(user: string, at = sandbox) {
  return Messages.parse(await at.control('GET', `imap/${user}/messages`))
}

async function openInbox(options: Record<string, unknown> = {}) {
  const user = await sandbox.newMailbox(options)
  await sandbox.save(user, 'INBOX', mime)
  const lines = await connectImapLines(sandbox)
  await lines.run(`LOGIN ${user} ${imapPassword}`)
  await lines.run('SELECT INBOX')
  return Object.assign(lines, { user })
}

test('Gmail: a label is a folder, All Mail keeps what is moved, and the id stays', async () => {
  using client = await openInbox({ gmail: true, folders: ['Bills'] })
  const [inbox] = await client.run('FETCH 1 (X-GM-MSGID X-GM-LABELS)')
  const id = /X-GM-MSGID (\d+)/.exec(inbox ?? '')?.[1]
  await client.run('UID COPY 1 Bills')
  await client.run('UID COPY 1 Bills')
  expect((await client.run('FETCH 1 X-GM-LABELS'))[0]).toBe('* 1 FETCH (X-GM-LABELS ("Bills"))')
  await client.run('UID MOVE 1 Bills')
  const stored = await messagesOf(client.user)
  expect(stored.map((message) => [message.folder, message.id])).toEqual([
    ['[Gmail]/All Mail', id],
    ['Bills', id],
  ])
  await client.run('SELECT "[Gmail]/All Mail"')
  await client.run(String.raw`STORE 1 +FLAGS (\Deleted)`)
  await client.run('EXPUNGE')
  expect((await client.run(`UID SEARCH X-GM-MSGID ${id}`))[0]).toBe('* SEARCH 1')
  await client.run('UID MOVE 1 "[Gmail]/Trash"')
  expect((await messagesOf(client.user)).map(({ folder }) => folder)).toEqual(['[Gmail]/Trash'])
})

test('a hidden extension is neither announced nor understood', async () => {
  using client = await openInbox({ hidden: ['MOVE', 'UIDPLUS'], separator: '.', prefix: 'INBOX.', folders: ['A/B'] })
  expect((await client.run('CAPABILITY'))[0]).not.toMatch(/MOVE|UIDPLUS/)
  expect(await client.run('UID MOVE 1 INBOX.Archive')).toEqual(['BAD Unknown command'])
  expect(await client.run('UID COPY 1 INBOX.A.B')).toEqual(['OK COPY completed'])
  expect((await client.run('NAMESPACE'))[0]).toBe('* NAMESPACE (("INBOX." ".")) NIL NIL')
  expect(await client.run('CREATE Outside')).toEqual(['NO [CANNOT] Invalid mailbox name'])
})

test('faults refuse a command, or cut the connection before and after its effect', async () => {
  using client = await openInbox()
  const fault = (rule: object) =>
    sandbox.control('PUT', 'faults', [{ service: 'imap', method: 'UID MOVE', mailbox: client.user, times: 1, ...rule }])
  await fault({ error: 'OVERQUOTA', message: 'Full' })
  expect(await client.run('UID MOVE 1 Archive')).toEqual(['NO [OVERQUOTA] Full'])
  await fault({ status: 400 })
  expect(await client.run('UID MOVE 1 Archive')).toEqual(['BAD The server is in trouble'])
  await fault({ when: 'after' })
  expect((await client.run('UID MOVE 1 Archive')).at(-1)).toBe('the connection ended')
  expect((await messagesOf(client.user)).map(({ folder }) => folder)).toEqual(['Archive'])
  const journal = JSON.stringify(await sandbox.control('GET', 'requests?service=imap'))
  expect(journal).toContain('UID MOVE 1 Archive')
  expect(journal).not.toContain(imapPassword)
})

test('a sign-in can fail as in an outage, and the password can change', async () => {
  const user = await sandbox.newMailbox()
  const signIn = async (password: string) => {
    using client = await connectImapLines(sandbox)
    return (await client.run(`AUTHENTICATE PLAIN ${Buffer.from(`\0${user}\0${password}`).toString('base64')}`)).at(-1)
  }
  expect(await signIn(imapPassword)).toMatch(/^OK/)
  await sandbox.control('PUT', `imap/${user}`, { signIn: 'unavailable' })
  expect(await signIn(imapPassword)).toMatch(/^NO \[UNAVAILABLE\]/)
  await sandbox.control('PUT', `imap/${user}`, { signIn: 'ok', password: 'new' })
  expect(await signIn(imapPassword)).toMatch(/^NO \[AUTHENTICATIONFAILED\]/)
  expect(await signIn('new')).toMatch(/^OK/)
})

test('a client that sends too much loses its connection', async () => {
  for (const command of [`NOOP ${'x'.repeat(70_000)}`, 'LOGIN {9000}']) {
    using client = await connectImapLines(sandbox)
    expect((await client.run(command))[0]).toMatch(/^\* BYE/)
  }
})

test('the owner of a mailbox sends through the submission server; Gmail stores a copy', async () => {
  const [gmail, other] = [await sandbox.newMailbox({ gmail: true }), await sandbox.newMailbox()]
  const { hostname: host, port } = new URL(sandbox.submissionUrl)
  const send = (user: string, pass: string, from: string) =>
    createTransport({ host, port: Number(port), secure: true, auth: { user, pass } }).sendMail({
      from,
      to: [gmail, other],
      subject: 'Fwd: Rent',
      text: 'See below',
    })
  await expect(send(gmail, 'wrong', gmail)).rejects.toMatchObject({ responseCode: 535 })
  await expect(send(gmail, imapPassword, other)).rejects.toMatchObject({ responseCode: 553 })
  await send(gmail, imapPassword, gmail)
  await send(other, imapPassword, other)
  const foldersOf = async (user: string) => (await messagesOf(user)).map(({ folder }) => folder).toSorted()
  expect(await foldersOf(gmail)).toEqual([
    'INBOX',
    'INBOX',
    '[Gmail]/All Mail',
    '[Gmail]/All Mail',
    '[Gmail]/All Mail',
    '[Gmail]/Sent Mail',
  ])
  expect(await foldersOf(other)).toEqual(['INBOX', 'INBOX'])
})

test('mailboxes, UIDs and UIDVALIDITY survive a restart', async () => {
  const stateDir = await mkdtemp(path.join(tmpdir(), 'sandbox-imap-'))
  await using _folder = { [Symbol.asyncDispose]: () => rm(stateDir, { recursive: true }) }
  const first = await startSandboxImap(stateDir)
  const user = await first.newMailbox({ folders: ['Bills'] })
  await first.save(user, 'Bills', mime)
  const before = await messagesOf(user, first)
  await first[Symbol.asyncDispose]()
  await using second = await startSandboxImap(stateDir)
  expect(await messagesOf(user, second)).toEqual(before)
  using client = await connectImapLines(second)
  await client.run(`LOGIN ${user} ${imapPassword}`)
  expect((await client.run('STATUS Bills (MESSAGES)'))[0]).toBe('* STATUS "Bills" (MESSAGES 1)')
})
