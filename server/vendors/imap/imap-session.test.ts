import { describe, expect, test } from 'vitest'
import { hasDovecot } from '../../../scripts/lib/dovecot.ts'
import { describeWithDovecot } from '../../../test/kit/describe-with-dovecot.ts'
import { startCuttingProxy } from '../../../test/kit/cutting-proxy.ts'
import { startDovecot, type Dovecot } from '../../../test/kit/dovecot.ts'
import { openImapConnection } from './imap-connection.ts'
import { decodedPart } from './imap-messages.ts'
import { imapSession } from './imap-session.ts'

const sessionOf = async ({ host, port, password }: Dovecot, user: string) =>
  imapSession(await openImapConnection({ host, port, security: 'tls', user, password }, { allowPrivate: true }))

const email = (subject: string, more = '', body = 'Due on Friday.') => {
  const fields = [
    'From: Anna <Anna@Example.com>',
    'To: me@example.org',
    `Subject: ${subject}`,
    `Message-ID: <${subject}@example.com>`,
  ]
  return [...fields, ...(more === '' ? [] : [more]), '', body, ''].join('\r\n')
}

/** What the server's own tool says about each email, apart from where it is. */
const contentsOf = async (dovecot: Dovecot, user: string) =>
  (await dovecot.listEmails(user))
    .map(({ hash, flags, received, size }) => ({ hash, flags, received, size }))
    .toSorted((a, b) => a.hash.localeCompare(b.hash))
const foldersOf = async (dovecot: Dovecot, user: string) => (await dovecot.listEmails(user)).map(({ folder }) => folder)

describeWithDovecot('a mailbox at Dovecot', (dovecot) => {
  async function mailbox(...emails: string[]) {
    const user = await dovecot.newMailbox()
    for (const one of emails) await dovecot.save(user, 'INBOX', one)
    const session = await sessionOf(dovecot, user)
    return { user, session }
  }

  test('moves a message, which keeps its bytes, flags and date, and says where it is', async () => {
    const { user, session } = await mailbox(email('Rent'), email('Other'))
    await dovecot.createFolder(user, 'Bills')
    await dovecot.doveadm('flags', 'add', '-u', user, '\\Flagged Later', 'mailbox', 'INBOX', 'all')
    const before = await contentsOf(dovecot, user)
    await session.open('INBOX', { write: true })
    expect(await session.move(1, 'Bills')).toMatchObject({ uid: 1 })
    // It is not there, wherever it is.
    expect(await session.move(1, 'Bills')).toBeNull()
    expect(await session.move(2, 'Missing')).toBe('not-there')
    expect(await contentsOf(dovecot, user)).toEqual(before)
    expect(await foldersOf(dovecot, user)).toEqual(['Bills', 'INBOX'])
  })

  test('reads a message without changing it', async () => {
    const html =
      '<style>p{}</style><p>Dear <b>Jörg</b></p><span style="display:none">hidden</span><img src="cid:logo@x">'
    const encoded = (text: string, charset: BufferEncoding) => [
      'Content-Transfer-Encoding: base64',
      '',
      Buffer.from(text, charset).toString('base64'),
    ]
    const parts = [
      '--outer',
      'Content-Type: multipart/alternative; boundary=inner',
      '',
      '--inner',
      'Content-Type: text/plain; charset=utf-8',
      '',
      'plain',
      '--inner',
      'Content-Type: text/html; charset=iso-8859-1',
      ...encoded(html, 'latin1'),
      '--inner--',
      '--outer',
      'Content-Type: application/pdf; name="a.pdf"',
      "Content-Disposition: attachment; filename*=utf-8''R%C3%A4chnung.pdf",
      ...encoded('pdf '.repeat(1000), 'utf8'),
      '--outer',
      'Content-Type: text/calendar; method=REQUEST',
      '',
      'BEGIN:VCALENDAR',
      '--outer--',
    ].join('\r\n')
    const more = [
      'Content-Type: multipart/mixed; boundary=outer',
      'List-Id: <club.example.com>',
      'References: <first@example.com>\r\n <second@example.com>',
      'Reply-To: b@example.com',
    ].join('\r\n')
    const { user, session } = await mailbox(email('=?utf-8?q?R=C3=A4chnung?=', more, parts))
    const before = await contentsOf(dovecot, user)
    await session.open('INBOX')
    const [message] = await session.messages([1, 7], 'whole')
    expect(message?.content).toMatchObject({
      subject: 'Rächnung',
      from: { address: 'anna@example.com', name: 'Anna' },
      replyTo: [{ address: 'b@example.com' }],
      to: ['me@example.org'],
      text: 'Dear Jörg',
      conversationId: '<first@example.com>',
      attachmentNames: ['Rächnung.pdf'],
      hasAttachments: true,
      isMeeting: true,
      isRead: false,
      contentIds: ['logo@x'],
      headers: { 'list-id': '<club.example.com>' },
    })
    const [attachment] = message?.body.attachments ?? []
    const pieces = decodedPart({ encoding: 'base64' }, (start) =>
      session.part({ uid: 1, key: attachment?.id ?? '', start }),
    )
    expect(Buffer.concat(await Array.fromAsync(pieces)).toString()).toBe('pdf '.repeat(1000))
    expect((await session.messages([1], 'excerpt'))[0]?.content.text).toBe('plain')
    expect((await session.source(1, 1_000_000))?.toString()).toContain('BEGIN:VCALENDAR')
    expect(await session.source(1, 100)).toBeNull()
    expect(await contentsOf(dovecot, user)).toEqual(before)
  })

  test('reads a message whose parts are nested too deeply without its text', async () => {
    const nested = Array.from(
      { length: 150 },
      (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}`,
    )
    const { session } = await mailbox(email('Deep', nested.join('\r\n')))
    await session.open('INBOX')
    const [message] = await session.messages([1], 'whole')
    expect(message?.content).toMatchObject({ subject: 'Deep', text: '', attachmentNames: [] })
  })

  test('recognises a message by the id of the server, and by what a move keeps', async () => {
    const { session } = await mailbox(email('Rent'), email('Rent'))
    await session.createFolder({ parent: null, name: 'Bills' })
    await session.open('INBOX', { write: true })
    const [first, second] = await session.identities('1:*')
    expect(first?.emailId).toMatch(/^\w/)
    expect(first?.emailId).not.toBe(second?.emailId)
    await session.move(1, 'Bills')
    await session.open('Bills')
    expect(await session.identities('1:*')).toEqual([{ ...first, uid: 1 }])
    expect(await session.identities('2:*')).toEqual([])
  })

  test('stores keywords, and appends a draft that is found by its header', async () => {
    const { user, session } = await mailbox(email('Rent'))
    expect(await session.open('INBOX', { write: true })).toMatchObject({ takesKeywords: true })
    await session.setFlags(1, { add: ['Unsure'] })
    expect((await session.messages([1], 'none'))[0]?.content.categories).toEqual(['Unsure'])
    await session.setFlags(1, { remove: ['Unsure'] })
    expect([...((await session.flags([1])).get(1) ?? [])]).not.toContain('Unsure')
    const draft = {
      path: 'Drafts',
      source: Buffer.from(email('Re', 'X-Mailroom-Id: 7')),
      flags: ['\\Draft', '\\Seen'],
    }
    expect(await session.append(draft)).toMatchObject({ uid: 1 })
    expect(await session.append({ ...draft, path: 'Missing' })).toBe('not-there')
    await session.open('Drafts', { write: true })
    expect(await session.search({ header: { 'x-mailroom-id': '7' } })).toEqual([1])
    await session.delete(1)
    expect(await foldersOf(dovecot, user)).toEqual(['INBOX'])
  })
})

describe.skipIf(!hasDovecot())('another Dovecot', () => {
  test('what is refused for now, or as unknown, is not taken for refused', async () => {
    await using dovecot = await startDovecot({ hidden: ['MOVE'] })
    await using proxy = await startCuttingProxy({ port: dovecot.plainPort })
    const user = await dovecot.newMailbox()
    await dovecot.save(user, 'INBOX', email('Rent'))
    await dovecot.createFolder(user, 'Bills')
    const before = await dovecot.listEmails(user)
    const session = await sessionOf({ ...dovecot, port: proxy.port }, user)
    await session.open('INBOX', { write: true })
    const commands: [RegExp, () => Promise<unknown>][] = [
      [/^UID SEARCH/, () => session.search({ all: true })],
      [/^UID STORE/, () => session.setFlags(1, { add: ['Unsure'] })],
      [/^UID STORE/, () => session.setFlags(1, { remove: ['\\Seen'] })],
      [/^UID COPY/, () => session.move(1, 'Bills')],
      [/^APPEND/, () => session.append({ path: 'Drafts', source: Buffer.from(email('Re')), flags: [] })],
    ]
    const answers = [
      ['NO refused', 'command_refused'],
      ['NO [UNAVAILABLE] later', 'command_delayed'],
      ['BAD what', 'protocol_error'],
    ] as const
    for (const [command, run] of commands)
      for (const [how, code] of answers) {
        const happened = proxy.next({ command, at: 'before', how })
        await expect(run(), `${command} ${how}`).rejects.toMatchObject({ code })
        await happened
      }
    expect(await dovecot.listEmails(user)).toEqual(before)
  })

  test('lists folders with what they are for, and creates one', async () => {
    await using dovecot = await startDovecot({ plugins: ['virtual'] })
    const user = await dovecot.newMailbox()
    await dovecot.createFolder(user, 'Büro & Töpfe')
    await dovecot.createFolder(user, 'Gesendet')
    const session = await sessionOf(dovecot, user)
    await dovecot.createFolder(user, 'Büro & Töpfe/日本')
    expect(await session.createFolder({ parent: 'Büro & Töpfe', name: 'New' })).toEqual({ path: 'Büro & Töpfe/New' })
    expect(await session.createFolder({ parent: null, name: 'Büro & Töpfe' })).toBe('exists')
    expect(await session.createFolder({ parent: null, name: 'a/b' })).toBe('refused')
    const folders = await session.folders()
    expect(folders.map(({ names, parentPath, use }) => [names.join('|'), parentPath, use])).toEqual([
      ['Archive', null, 'archive'],
      ['Büro & Töpfe', null, null],
      ['Drafts', null, 'drafts'],
      ['Gesendet', null, null],
      ['INBOX', null, 'inbox'],
      ['Junk', null, 'junk'],
      ['Sent', null, 'sent'],
      ['Trash', null, 'deleted'],
      ['Virtual', null, null],
      ['Büro & Töpfe|New', 'Büro & Töpfe', null],
      ['Büro & Töpfe|日本', 'Büro & Töpfe', null],
      ['Virtual|All', 'Virtual', 'system'],
    ])
    expect(folders.filter(({ resembles }) => resembles)).toMatchObject([{ path: 'Gesendet', resembles: 'sent' }])
    expect(folders.find(({ use }) => use === 'inbox')?.state).toMatchObject({ uidNext: 1, messages: 0 })
    expect(await session.open('Missing')).toBe('not-there')
    expect(await session.status('Missing')).toBe('not-there')
  })

  test('with a prefix, without attributes', async () => {
    await using dovecot = await startDovecot({ namespace: { separator: '.', prefix: 'INBOX.' }, specialUse: false })
    const user = await dovecot.newMailbox()
    await dovecot.save(user, 'INBOX', email('Rent'))
    await dovecot.createFolder(user, 'INBOX.Gesendete Objekte')
    const session = await sessionOf(dovecot, user)
    expect(await session.createFolder({ parent: null, name: 'Work' })).toEqual({ path: 'INBOX.Work' })
    expect(await session.createFolder({ parent: 'INBOX.Work', name: '2026' })).toEqual({ path: 'INBOX.Work.2026' })
    const folders = await session.folders()
    expect(folders.filter(({ resembles }) => resembles)).toMatchObject([
      { names: ['Gesendete Objekte'], use: null, resembles: 'sent' },
    ])
    const shown = folders.map(({ names, parentPath, use }) => [names.join('|'), parentPath, use])
    expect(shown).toEqual(
      expect.arrayContaining([
        ['INBOX', null, 'inbox'],
        ['Sent', null, 'sent'],
        ['Trash', null, 'deleted'],
        ['Work', null, null],
        ['Work|2026', 'INBOX.Work', null],
      ]),
    )
    await session.open('INBOX', { write: true })
    expect(await session.move(1, 'INBOX.Work')).toMatchObject({ uid: 1 })
  })

  test.each([
    ['with MOVE', [], true],
    ['without MOVE', ['MOVE'], true],
    ['without MOVE and UIDPLUS', ['MOVE', 'UIDPLUS'], false],
  ] as const)('%s: what is refused stays as it is, as does what another client marked', async (_, hidden, canMove) => {
    await using dovecot = await startDovecot({ hidden, plugins: ['quota', 'acl'] })
    const user = await dovecot.newMailbox()
    for (const subject of ['Rent', 'Marked'])
      await dovecot.save(user, 'INBOX', email(subject, '', 'Friday. '.repeat(200)))
    for (const folder of ['Limited/Full', 'Locked', 'Bills']) await dovecot.createFolder(user, folder)
    await dovecot.doveadm('acl', 'set', '-u', user, 'Locked', 'owner', 'lookup', 'read')
    await dovecot.doveadm('flags', 'add', '-u', user, '\\Deleted', 'mailbox', 'INBOX', 'uid', '2')
    const before = await dovecot.listEmails(user)
    const session = await sessionOf(dovecot, user)
    expect(session.canMove()).toBe(canMove)
    await session.open('INBOX', { write: true })
    if (canMove) {
      expect(await session.move(1, 'Missing')).toBe('not-there')
      for (const folder of ['Limited/Full', 'Locked'])
        await expect(session.move(1, folder)).rejects.toMatchObject({ code: 'command_refused' })
    } else await expect(session.move(1, 'Bills')).rejects.toMatchObject({ code: 'capability_missing' })
    expect(await dovecot.listEmails(user)).toEqual(before)
    if (canMove) {
      expect(await session.move(1, 'Bills')).toMatchObject({ uid: 1 })
      expect(await foldersOf(dovecot, user)).toEqual(['Bills', 'INBOX'])
    }
    expect((await dovecot.commandsOf(user)).filter((command) => command.startsWith('EXPUNGE'))).toEqual([])
  })
})
