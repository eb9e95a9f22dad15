import { once } from 'node:events'
import { ImapFlow, type ImapFlowOptions } from 'imapflow'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectImapLines } from '../kit/imap-lines.ts'

interface MailServer extends AsyncDisposable {
  host: string
  port: number
  password: string
  /** @returns the address of a new user */
  newMailbox(): Promise<string>
  save(user: string, folder: string, mime: string): Promise<void>
}

const mime = [
  'Date: Thu, 05 Nov 2026 10:00:00 +0100',
  'From: =?utf-8?Q?J=C3=BCrgen?= Muster <juergen@example.com>',
  'To: kim@example.com, "Lee, Ann" <lee@example.com>',
  'Subject: =?utf-8?Q?Miete_f=C3=BCr_November?=',
  'Message-ID: <rent@example.com>',
  'In-Reply-To: <contract@example.com>',
  'MIME-Version: 1.0',
  'Content-Type: multipart/mixed; boundary="outer"',
  '',
  'Preamble',
  '--outer',
  'Content-Type: text/plain; charset=utf-8',
  'Content-Transfer-Encoding: 8bit',
  '',
  'The rent is due on Friday.',
  '--outer',
  'Content-Type: application/pdf; name="rent.pdf"',
  'Content-Disposition: attachment; filename="rent.pdf"',
  'Content-Transfer-Encoding: base64',
  '',
  'JVBERi0xLjQK',
  '--outer--',
  '',
].join('\r\n')
const plain = (subject: string): string => `From: Ann <ann@example.com>\r\nSubject: ${subject}\r\n\r\nHello\r\n`

/**
 * What the product uses of a mail server, with the client that it uses.
 * @param hasCodes whether refusals have the codes of RFC 5530, as those of Dovecot, which the sandbox resembles
 */
export function mailServerContract(start: () => Promise<MailServer>, hasCodes = true): void {
  let server: MailServer
  beforeAll(async () => {
    server = await start()
  })
  afterAll(() => server[Symbol.asyncDispose]())

  async function signIn(user: string, options: Partial<ImapFlowOptions> = {}) {
    const { host, port } = server
    const auth = { user, pass: server.password }
    const client = new ImapFlow({ host, port, secure: true, auth, logger: false, disableAutoIdle: true, ...options })
    client.on('error', () => undefined)
    await client.connect()
    return Object.assign(client, { [Symbol.asyncDispose]: () => client.logout() })
  }

  /** A client with an inbox that has these emails open. */
  async function openInbox(...emails: string[]) {
    const user = await server.newMailbox()
    for (const email of emails) await server.save(user, 'INBOX', email)
    const client = await signIn(user)
    await client.mailboxOpen('INBOX')
    return Object.assign(client, { user })
  }

  /** The tagged responses to commands that a test writes itself. */
  async function respond(user: string, ...commands: string[]): Promise<string[]> {
    using lines = await connectImapLines(server)
    await lines.run(`LOGIN "${user}" "${server.password}"`)
    const responses: string[] = []
    for (const command of commands) responses.push((await lines.run(command)).at(-1) ?? '')
    return responses
  }

  async function uidValidityOf(client: ImapFlow, folder: string): Promise<bigint | undefined> {
    const status = await client.status(folder, { uidValidity: true })
    return status ? status.uidValidity : undefined
  }

  /** Without \Recent, which only some servers still have. */
  async function flagsOf(client: ImapFlow): Promise<string[]> {
    const email = await client.fetchOne('1', { flags: true })
    return email ? [...(email.flags ?? [])].filter((flag) => flag !== '\\Recent').toSorted() : []
  }

  const uidsOf = async (client: ImapFlow, folder: string): Promise<number[]> => {
    await client.mailboxOpen(folder)
    return (await client.search({ all: true }, { uid: true })) || []
  }

  test('refuses a wrong password', async () => {
    const user = await server.newMailbox()
    const refused = signIn(user, { auth: { user, pass: 'wrong' } })
    await expect(refused).rejects.toMatchObject({
      authenticationFailed: true,
      ...(hasCodes && { serverResponseCode: 'AUTHENTICATIONFAILED' }),
    })
  })

  test('announces what the product needs', async () => {
    await using client = await openInbox()
    for (const name of ['IDLE', 'UIDPLUS', 'MOVE', 'NAMESPACE', 'SPECIAL-USE', 'ID', 'CHILDREN'])
      expect([...client.capabilities.keys()]).toContain(name)
  })

  test('lists folders with separator and special use', async () => {
    await using client = await openInbox()
    await client.mailboxCreate('Büro & Töpfe/日本')
    const folders = await client.list()
    const named = (path: string) => folders.find((folder) => folder.path === path)
    expect(named('INBOX')).toMatchObject({ delimiter: '/', specialUse: '\\Inbox' })
    for (const name of ['Sent', 'Drafts', 'Junk', 'Trash', 'Archive'])
      expect(named(name)).toMatchObject({ specialUse: `\\${name}`, specialUseSource: 'extension' })
    expect(named('Büro & Töpfe/日本')).toMatchObject({ parentPath: 'Büro & Töpfe', name: '日本' })
    // Cyrus creates the parent as well; for the others it is only a name.
    expect(named('Büro & Töpfe')).toMatchObject({ parentPath: '' })
    expect(client.namespace).toEqual({ prefix: '', delimiter: '/' })
  })

  test('reports the state of a folder, and renames and deletes it', async () => {
    await using client = await openInbox(mime, plain('Second'))
    await client.messageFlagsAdd('2', ['\\Seen'])
    const asked = { messages: true, unseen: true, uidNext: true, uidValidity: true }
    expect(await client.status('INBOX', asked)).toMatchObject({ messages: 2, unseen: 1, uidNext: 3 })
    const uidValidity = await uidValidityOf(client, 'INBOX')
    expect(client.mailbox).toMatchObject({ exists: 2, uidNext: 3, uidValidity, readOnly: false })
    await client.mailboxCreate('Old')
    const before = await uidValidityOf(client, 'Old')
    await client.mailboxRename('Old', 'New')
    expect(await uidValidityOf(client, 'New')).toBe(before)
    await client.mailboxDelete('New')
    expect((await client.list()).map(({ path }) => path)).not.toContain('New')
  })

  test('fetches envelope, structure, size, date and flags, and marks nothing as read', async () => {
    await using client = await openInbox(mime)
    const query = { uid: true, flags: true, envelope: true, bodyStructure: true, size: true, internalDate: true }
    const email = await client.fetchOne('1', { ...query, headers: true, bodyParts: ['1', '2.MIME'] }, { uid: true })
    if (!email) throw new Error('No email')
    expect(email).toMatchObject({ uid: 1, size: mime.length })
    expect(email.internalDate).toBeInstanceOf(Date)
    expect(email.envelope).toMatchObject({
      date: new Date('2026-11-05T09:00:00Z'),
      subject: 'Miete für November',
      messageId: '<rent@example.com>',
      inReplyTo: '<contract@example.com>',
      from: [{ name: 'Jürgen Muster', address: 'juergen@example.com' }],
      to: [
        { name: '', address: 'kim@example.com' },
        { name: 'Lee, Ann', address: 'lee@example.com' },
      ],
    })
    expect(email.bodyStructure).toMatchObject({
      type: 'multipart/mixed',
      childNodes: [
        { part: '1', type: 'text/plain', parameters: { charset: 'utf-8' }, encoding: '8bit', size: 26 },
        {
          part: '2',
          type: 'application/pdf',
          disposition: 'attachment',
          dispositionParameters: { filename: 'rent.pdf' },
        },
      ],
    })
    expect(email.bodyParts?.get('1')?.toString()).toBe('The rent is due on Friday.')
    expect(email.bodyParts?.get('2.mime')?.toString()).toMatch(/^Content-Type: application\/pdf[^]*base64\r\n\r\n$/)
    expect(email.headers?.toString()).toBe(mime.slice(0, mime.indexOf('Preamble')))
    const part = await client.fetchOne('1', { headers: ['Subject', 'X-None'], source: { start: 5, maxLength: 9 } })
    expect(part && part.headers?.toString()).toBe('Subject: =?utf-8?Q?Miete_f=C3=BCr_November?=\r\n\r\n')
    expect(part && part.source?.toString()).toBe(mime.slice(5, 14))
    expect(await client.fetchOne('9', { uid: true }, { uid: true })).toBe(false)
    expect(await flagsOf(client)).toEqual([])
  })

  test('searches', async () => {
    await using client = await openInbox(mime, plain('Second'), plain('Third'))
    await client.messageFlagsAdd('2', ['\\Seen', '$Unsure'])
    const found = (query: Parameters<typeof client.search>[0]) => client.search(query, { uid: true })
    expect(await found({ uid: '2:*' })).toEqual([2, 3])
    expect(await found({ uid: '9:*' })).toEqual([3])
    expect(await found({ header: { 'message-id': 'rent@example.com' } })).toEqual([1])
    expect(await found({ header: { 'in-reply-to': true } })).toEqual([1])
    expect(await found({ subject: 'für' })).toEqual([1])
    expect(await found({ seen: false })).toEqual([1, 3])
    expect(await found({ keyword: '$Unsure' })).toEqual([2])
    expect(await found({ or: [{ subject: 'Third' }, { from: 'juergen' }] })).toEqual([1, 3])
    expect(await found({ not: { from: 'ann@example.com' } })).toEqual([1])
    expect(await found({ from: 'JUERGEN@example.com', deleted: false })).toEqual([1])
    expect(await found({ since: new Date('2001-01-01'), before: new Date('2002-01-01') })).toEqual([])
    expect(await found({ larger: 400 })).toEqual([1])
  })

  test('moves by UID, and reports the new UID', async () => {
    await using client = await openInbox(mime, plain('Second'))
    await client.messageFlagsAdd('1', ['\\Flagged', 'Project'])
    const before = await client.fetchOne('1', { internalDate: true, source: true })
    const moved = await client.messageMove('1', 'Archive', { uid: true })
    const uidValidity = await uidValidityOf(client, 'Archive')
    expect(moved).toMatchObject({ path: 'INBOX', destination: 'Archive', uidValidity, uidMap: new Map([[1, 1]]) })
    expect(await uidsOf(client, 'INBOX')).toEqual([2])
    expect(await uidsOf(client, 'Archive')).toEqual([1])
    expect(await flagsOf(client)).toEqual(['Project', '\\Flagged'])
    const after = await client.fetchOne('1', { internalDate: true, source: true })
    expect(after && before && [after.internalDate, after.source]).toEqual(
      before && [before.internalDate, before.source],
    )
  })

  test('copies and expunges one UID, and leaves what another client marked as deleted', async () => {
    await using client = await openInbox(mime, plain('Second'), plain('Third'))
    await client.messageFlagsAdd('2', ['\\Deleted'])
    expect(await client.messageCopy('1', 'Archive', { uid: true })).toMatchObject({ uidMap: new Map([[1, 1]]) })
    await client.messageDelete('1', { uid: true })
    expect(await uidsOf(client, 'INBOX')).toEqual([2, 3])
    expect(await uidsOf(client, 'Archive')).toEqual([1])
  })

  test('takes keywords, and says so', async () => {
    await using client = await openInbox(mime)
    expect(client.mailbox && client.mailbox.permanentFlags?.has('\\*')).toBe(true)
    await client.messageFlagsAdd('1', ['Unsure'], { uid: true })
    await client.messageFlagsRemove('1', ['Other'], { uid: true })
    expect(await flagsOf(client)).toEqual(['Unsure'])
    await client.messageFlagsRemove('1', ['Unsure'], { uid: true })
    expect(await flagsOf(client)).toEqual([])
  })

  test('appends with flags and date, and reports the UID', async () => {
    await using client = await openInbox()
    const date = new Date('2026-11-05T09:00:00Z')
    const appended = await client.append('Drafts', plain('Draft'), ['\\Draft', '\\Seen'], date)
    const uidValidity = await uidValidityOf(client, 'Drafts')
    expect(appended).toMatchObject({ destination: 'Drafts', uid: 1, uidValidity })
    await client.mailboxOpen('Drafts')
    const draft = await client.fetchOne('1', { internalDate: true, source: true })
    expect(draft).toMatchObject({ internalDate: date })
    expect(await flagsOf(client)).toEqual(['\\Draft', '\\Seen'])
    expect(draft && draft.source?.toString()).toBe(plain('Draft'))
  })

  test('announces a new email while a client waits', async () => {
    await using client = await openInbox(mime)
    const announced = once(client, 'exists')
    const waiting = client.idle()
    await server.save(client.user, 'INBOX', plain('Second'))
    expect((await announced)[0]).toMatchObject({ path: 'INBOX', count: 2, prevCount: 1 })
    await client.noop()
    await waiting
  })

  test('opens a folder for reading alone', async () => {
    await using client = await openInbox(mime)
    await client.mailboxOpen('INBOX', { readOnly: true })
    expect(client.mailbox).toMatchObject({ readOnly: true })
    await client.fetchOne('1', { source: true })
    // Not a move: Dovecot carries it out.
    const commands = ['EXAMINE INBOX', 'FETCH 1 BODY[]', String.raw`STORE 1 +FLAGS (\Seen)`]
    const [examine, fetch] = await respond(client.user, ...commands)
    expect([examine, fetch]).toEqual([expect.stringMatching(/^OK \[READ-ONLY\]/), expect.stringMatching(/^OK/)])
    expect(await uidsOf(client, 'INBOX')).toEqual([1])
    expect(await flagsOf(client)).toEqual([])
  })

  test('reading a whole email without PEEK marks it as read', async () => {
    await using client = await openInbox(mime)
    await respond(client.user, 'SELECT INBOX', 'FETCH 1 BODY[TEXT]')
    await client.mailboxOpen('INBOX')
    expect(await flagsOf(client)).toEqual(['\\Seen'])
  })

  test('shows a client what another one does to its emails', async () => {
    await using client = await openInbox(mime, plain('Second'))
    await using other = await signIn(client.user)
    await other.mailboxOpen('INBOX')
    await other.messageMove('1', 'Archive', { uid: true })
    const expunged = once(client, 'expunge')
    // The email is gone: there is no new UID.
    const moved = await client.messageMove('1', 'Trash', { uid: true })
    expect(moved && moved.uidMap?.get(1)).toBeUndefined()
    await client.noop()
    expect((await expunged)[0]).toMatchObject({ seq: 1 })
    expect(await uidsOf(client, 'Trash')).toEqual([])
    expect(await uidsOf(client, 'Archive')).toEqual([1])
  })

  test('refuses what the grammar or the mailbox does not allow', async () => {
    const user = await server.newMailbox()
    await server.save(user, 'INBOX', mime)
    const expected: [command: string, response: RegExp][] = [
      ['FETCH 1 FLAGS', /^BAD/],
      ['SELECT Missing', /^NO/],
      ['CREATE Project', /^OK/],
      ['CREATE "Project"', /^NO \[ALREADYEXISTS\]/],
      ['STATUS Missing (MESSAGES)', /^NO/],
      ['SELECT INBOX', /^OK/],
      ['UID MOVE 1 Missing', /^NO \[TRYCREATE\]/],
      ['UID COPY 1 Missing', /^NO \[TRYCREATE\]/],
      ['UID FETCH x FLAGS', /^BAD/],
      ['FETCH 9 FLAGS', /^BAD/],
      ['UID FETCH 9 FLAGS', /^OK/],
      ['UID FETCH 1 (NOTHING)', /^BAD/],
      ['UID FETCH 1 BODY.PEEK[NOTHING]', /^BAD/],
      [String.raw`STORE 1 +FLAGS (\Nothing)`, /^BAD/],
      ['UID SEARCH NOTHING', /^BAD/],
      ['UID SEARCH CHARSET NOTHING ALL', /^NO \[BADCHARSET/],
      ['NOTHING', /^BAD/],
      ['UID MOVE 9 Archive', /^OK/],
    ]
    const responses = await respond(user, ...expected.map(([command]) => command))
    const results = expected.map(([command, pattern], index) => {
      const response = responses[index] ?? ''
      const isAsExpected = hasCodes ? pattern.test(response) : pattern.test('OK') === response.startsWith('OK')
      return isAsExpected ? '' : `${command} → ${response}`
    })
    expect(results.filter((result) => result !== '')).toEqual([])
  })

  test('reads literals and quoted names', async () => {
    const user = await server.newMailbox()
    const [created, again, status] = await respond(
      user,
      'CREATE {7+}\r\nA b (c)',
      'CREATE "A b (c)"',
      'STATUS {7+}\r\nA b (c) (MESSAGES)',
    )
    expect([created, again, status]).toEqual(['OK', 'NO', 'OK'].map((word) => expect.stringMatching(`^${word}`)))
  })
}
