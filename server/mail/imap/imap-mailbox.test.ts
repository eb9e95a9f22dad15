import { expect, test } from 'vitest'
import { startCuttingProxy } from '../../../test/kit/cutting-proxy.ts'
import { describeWithDovecot } from '../../../test/kit/describe-with-dovecot.ts'
import { startDovecot, type Dovecot } from '../../../test/kit/dovecot.ts'
import { imapMailbox, type Email } from '../../../test/kit/imap-mailbox.ts'
import { ofFile } from '../../../test/kit/of-file.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'

/** A witness: what the server itself stores, apart from the places. */
const contentsOf = async (dovecot: Dovecot, address: string) =>
  (await dovecot.listEmails(address))
    .map(({ hash, flags, received, size }) => ({ hash, flags, received, size }))
    .toSorted((a, b) => a.hash.localeCompare(b.hash))

describeWithDovecot('an IMAP mailbox', async (dovecot) => {
  const app = await appOfFile()
  const withoutMove = await ofFile(startDovecot({ hidden: ['MOVE'] }))
  const open = (options: Parameters<typeof imapMailbox>[2]) => imapMailbox(app, dovecot, options)
  const mails = (...subjects: string[]): Email[] => subjects.map((subject) => ({ subject }))

  test('offers the folders of the user, and none of the mailbox itself', async () => {
    const at = await open({ folders: ['Invoices/2026', 'a.b'] })
    expect((await at.rows()).map(({ folder_name: name }) => name)).toEqual(['2026', 'Archive', 'a.b'])
  })

  test('a message keeps its id when we move it, when the user moves it, and when its flags change', async () => {
    const at = await open({ folders: ['Bills', 'Other'], inbox: mails('Rent', 'Tax') })
    const before = await contentsOf(dovecot, at.address)
    const { messages } = await at.box((mailbox) => mailbox.inbox.page({ since: null, until: null }))
    const [tax, rent] = messages
    const inbox = await at.box((mailbox) => mailbox.inboxId())
    const bills = await at.folderId('Bills')
    expect(await at.box((mailbox) => mailbox.find(rent?.id ?? ''))).toMatchObject({
      subject: 'Rent',
      parentFolderId: inbox,
    })
    expect(await at.box((mailbox) => mailbox.move(rent?.id ?? '', { from: inbox, to: bills }))).toBe('moved')
    expect(await at.box((mailbox) => mailbox.find(rent?.id ?? ''))).toMatchObject({
      subject: 'Rent',
      parentFolderId: bills,
    })
    expect(await at.box((mailbox) => mailbox.move(rent?.id ?? '', { from: inbox, to: bills }))).toBe('not-there')
    expect(await contentsOf(dovecot, at.address)).toEqual(before)
    await dovecot.doveadm('flags', 'add', '-u', at.address, '\\Seen', 'mailbox', '*', 'all')
    await at.move('Bills', 'Other')
    await at.move('INBOX', 'Other')
    const other = await at.folderId('Other')
    for (const [message, subject] of [
      [rent, 'Rent'],
      [tax, 'Tax'],
    ] as const)
      expect(await at.box((mailbox) => mailbox.find(message?.id ?? ''))).toMatchObject({
        subject,
        parentFolderId: other,
        isRead: true,
      })
    await dovecot.doveadm('expunge', '-u', at.address, 'mailbox', 'Other', 'all')
    expect(await at.box((mailbox) => mailbox.find(rent?.id ?? ''))).toBeNull()
  })

  test('reads and moves messages with three commands each', async () => {
    const at = await open({ folders: ['Bills'], inbox: mails('Rent', 'Tax') })
    const [first, second] = (await at.box((mailbox) => mailbox.inbox.page({ since: null, until: null }))).messages
    const way = { from: await at.box((mailbox) => mailbox.inboxId()), to: await at.folderId('Bills') }
    const sort = async (id = ''): Promise<void> => {
      expect(await at.box((mailbox) => mailbox.find(id))).toMatchObject({ parentFolderId: way.from })
      expect(await at.box((mailbox) => mailbox.move(id, way))).toBe('moved')
    }
    await sort(first?.id)
    const before = (await dovecot.commandsOf(at.address)).length
    await sort(second?.id)
    const commands = (await dovecot.commandsOf(at.address)).slice(before).filter((command) => command !== 'NOOP')
    expect(commands.map((command) => command.split(' ', 2).join(' '))).toEqual(['UID FETCH', 'UID FETCH', 'UID MOVE'])
  })

  test('a message that another client has just moved is not moved', async () => {
    const at = await open({ folders: ['Bills', 'Other'], inbox: mails('Rent') })
    const [message] = (await at.box((mailbox) => mailbox.inbox.page({ since: null, until: null }))).messages
    const id = message?.id ?? ''
    const way = { from: await at.box((mailbox) => mailbox.inboxId()), to: await at.folderId('Bills') }
    await at.box((mailbox) => mailbox.find(id))
    await at.move('INBOX', 'Other')
    expect(await at.box((mailbox) => mailbox.move(id, way))).toBe('not-there')
    expect(await at.box((mailbox) => mailbox.find(id))).toMatchObject({ parentFolderId: await at.folderId('Other') })
    expect(await at.atServer()).toEqual({ Other: ['Rent'] })
  })

  test('a message whose target was deleted after it was listed is not moved', async () => {
    for (const limited of [dovecot, withoutMove]) {
      const at = await imapMailbox(app, limited, { folders: ['Bills'], inbox: mails('Rent') })
      const [message] = (await at.box((mailbox) => mailbox.inbox.page({ since: null, until: null }))).messages
      const way = { from: await at.box((mailbox) => mailbox.inboxId()), to: await at.folderId('Bills') }
      const before = await limited.listEmails(at.address)
      await limited.doveadm('mailbox', 'delete', '-u', at.address, 'Bills')
      expect(await at.box((mailbox) => mailbox.move(message?.id ?? '', way))).toBe('not-there')
      expect(await limited.listEmails(at.address)).toEqual(before)
    }
  })

  test('two emails with one Message-ID, one without, one to oneself and copies are different messages', async () => {
    const messageId = '<same@example.com>'
    const at = await open({
      folders: ['Bills'],
      inbox: [
        { subject: 'One', messageId },
        { subject: 'Two', messageId },
        { subject: 'None', messageId: null },
      ],
    })
    // Sent to oneself.
    await at.save({ subject: 'One', messageId }, 'Sent')
    const page = () => at.box((mailbox) => mailbox.inbox.page({ since: null, until: null }))
    const ids = (await page()).messages.map(({ id }) => id)
    expect(new Set(ids).size).toBe(3)
    await dovecot.doveadm('copy', '-u', at.address, 'Bills', 'mailbox', 'INBOX', 'all')
    const bills = await at.folderId('Bills')
    const copies = await at.box((mailbox) => mailbox.newest(bills, 10))
    expect(copies).toHaveLength(3)
    expect((copies === 'not-there' ? [] : copies).some(({ id }) => ids.includes(id))).toBe(false)
    expect((await page()).messages.map(({ id }) => id)).toEqual(ids)
    const sent = (await at.box((mailbox) => mailbox.folders())).find(({ use }) => use === 'sent')?.id ?? ''
    const inSent = await at.box((mailbox) => mailbox.newest(sent, 10))
    expect(inSent === 'not-there' ? [] : inSent.map(({ id }) => ids.includes(id))).toEqual([false])
    // The received one goes to another folder, and is no other than before.
    const one = ids.at(-1) ?? ''
    await dovecot.createFolder(at.address, 'Other')
    await at.move('INBOX', 'Other', 'subject', 'One')
    const other = await at.folderId('Other')
    expect(await at.box((mailbox) => mailbox.find(one))).toMatchObject({ subject: 'One', parentFolderId: other })
  })

  test('a changed UIDVALIDITY makes nothing new: messages keep their ids', async () => {
    const at = await open({ inbox: mails('Rent', 'Tax') })
    const inboxIds = async () => (await at.box((mailbox) => mailbox.inbox.page({ since: null, until: null }))).messages
    const before = await inboxIds()
    await dovecot.doveadm('mailbox', 'update', '-u', at.address, '--uid-validity', '1234567', 'INBOX')
    expect(await inboxIds()).toEqual(before)
    expect(await at.box((mailbox) => mailbox.find(before[0]?.id ?? ''))).toMatchObject({ subject: 'Tax' })
  })

  test('reads the headers of a folder page by page, and the emails of a sender by its exact address', async () => {
    const more = 'List-Unsubscribe: <https://leave.example/u>'
    const inbox = [
      { subject: 'Rent', from: 'Anna <Anna@Example.com>' },
      { subject: 'Offer', from: 'Shop <anna@example.com.shop.example>', more },
    ]
    const at = await open({ folders: ['Bills'], inbox })
    const from = await at.box((mailbox) => mailbox.inbox.from('anna@example.com', 10))
    expect(from).toMatchObject([{ subject: 'Rent' }])
    const copy = (source: string, target: string) =>
      dovecot.doveadm('copy', '-u', at.address, target, 'mailbox', source, 'all')
    // Each copy makes the other folder larger: 1220 emails in the end.
    for (let n = 0; n < 7; n++) {
      await copy('INBOX', 'Bills')
      await copy('Bills', 'INBOX')
    }
    await dovecot.doveadm('flags', 'add', '-u', at.address, '\\Seen', 'mailbox', 'INBOX', 'uid', '1')
    const inboxId = await at.box((mailbox) => mailbox.inboxId())
    const headers = async (position: string | { since: Date }) => {
      const page = await at.box((mailbox) => mailbox.headers(inboxId, position))
      return typeof page === 'string' ? expect.fail(page) : page
    }
    const first = await headers({ since: new Date(0) })
    const second = await headers(first.next ?? '')
    const third = await headers(second.next ?? '')
    expect([first, second, third].map(({ messages }) => messages.length)).toEqual([500, 500, 220])
    expect(third.next).toBeNull()
    expect(first.messages.slice(0, 2)).toMatchObject([
      { from: { address: 'anna@example.com' }, isRead: true },
      { from: { name: 'Shop' }, isRead: false, headers: { 'list-unsubscribe': '<https://leave.example/u>' } },
    ])
    expect(first.messages[0]).toMatchObject({ text: '' })
    expect((await headers({ since: new Date('2999-01-01') })).messages).toEqual([])
    await dovecot.doveadm('mailbox', 'update', '-u', at.address, '--uid-validity', '1234567', 'INBOX')
    expect(await at.box((mailbox) => mailbox.headers(inboxId, first.next ?? ''))).toBe('start-again')
    expect(await at.box((mailbox) => mailbox.headers('no-folder', { since: new Date(0) }))).toBe('not-there')
  })

  test.each([
    ['UID MOVE', 'unanswered', dovecot],
    ['UID COPY', 'unanswered', withoutMove],
    ['UID COPY', 'answered', withoutMove],
  ] as const)(
    'a connection that is cut at %s (%s) leaves one email, which the next look finds',
    async (command, moment, limited) => {
      await using proxy = await startCuttingProxy({ port: limited.plainPort })
      const server = { host: proxy.host, port: proxy.port, password: limited.password }
      const at = await imapMailbox(app, limited, { folders: ['Bills'], inbox: mails('Rent'), server })
      const [message] = (await at.box((mailbox) => mailbox.inbox.page({ since: null, until: null }))).messages
      const id = message?.id ?? ''
      const way = { from: await at.box((mailbox) => mailbox.inboxId()), to: await at.folderId('Bills') }
      const happened = proxy.next({ command: new RegExp(`^${command}`), at: moment, how: 'cut' })
      // It may have had its effect.
      await expect(at.box((mailbox) => mailbox.move(id, way))).rejects.toMatchObject({ mayHaveEffect: true })
      await happened
      expect(await at.box((mailbox) => mailbox.find(id))).toMatchObject({ parentFolderId: way.to })
      expect(await at.atServer()).toEqual({ Bills: ['Rent'] })
    },
  )

  test('the changes of a folder tell what was moved there from what was delivered or copied', async () => {
    const at = await open({ folders: ['Bills'], inbox: mails('Rent') })
    const folderId = await at.folderId('Bills')
    const since = new Date('2100-01-01')
    await at.box((mailbox) => mailbox.inbox.page({ since: null, until: null }))
    const first = await at.box((mailbox) => mailbox.changes({ since, folderId }))
    if (typeof first === 'string') return expect.unreachable()
    await at.move('INBOX', 'Bills')
    await at.save({ subject: 'Delivered' }, 'Bills')
    const second = await at.box((mailbox) => mailbox.changes(first.resume ?? ''))
    if (typeof second === 'string') return expect.unreachable()
    expect(second.messages.map(({ receivedAt }) => receivedAt)).toEqual([expect.any(Date), null])
    const third = await at.box((mailbox) => mailbox.changes(second.resume ?? ''))
    expect(third).toMatchObject({ messages: [], next: null })
  })

  test('a renamed folder keeps its id, and its instructions', async () => {
    const at = await open({ folders: ['Bills', 'Bills/2026'] })
    await at.instruct('Bills', 'billing@power.example')
    const before = await at.rows()
    await dovecot.doveadm('mailbox', 'rename', '-u', at.address, 'Bills', 'Büro & Töpfe')
    await at.work('sync-mailbox')
    const after = await at.rows()
    const named = (name: string, rows: typeof after) => rows.find(({ folder_name }) => folder_name === name)
    expect(named('Büro & Töpfe', after)).toEqual({ ...named('Bills', before), folder_name: 'Büro & Töpfe' })
    expect(named('2026', after)).toEqual(named('2026', before))
  })

  test('creates folders, and marks messages with keywords', async () => {
    const at = await open({ folders: ['Bills'], inbox: mails('Rent') })
    const parent =
      (await at.box((mailbox) => mailbox.folders())).find(({ displayName }) => displayName === 'Bills') ?? null
    const create = (displayName: string, below: typeof parent) =>
      at.box((mailbox) => mailbox.createFolder({ displayName, parent: below }))
    expect(await create('日本', parent)).toMatchObject({ path: ['Bills', '日本'], parentFolderId: parent?.id })
    expect(await create('Bills', null)).toBe('exists')
    const named = { action: 'create-folder', mailboxId: at.mailboxId, folderName: 'Bills / 2026' }
    expect((await at.call('mail-graph', named)).body).toMatchObject({ error: { code: 'folder_name_refused' } })
    const [message] = (await at.box((mailbox) => mailbox.inbox.page({ since: null, until: null }))).messages
    const id = message?.id ?? ''
    await at.box((mailbox) => mailbox.mark(id, ({ categories }) => ({ categories: [...categories, 'Unsure'] })))
    expect(await at.box((mailbox) => mailbox.find(id))).toMatchObject({ categories: ['Unsure'], isRead: false })
    await at.box((mailbox) =>
      mailbox.mark(id, () => ({ categories: ['Rent', 'UNSURE'], isRead: true, isFlagged: true })),
    )
    expect((await at.box((mailbox) => mailbox.inbox.page({ since: null, until: null }))).messages).toMatchObject([
      { id, categories: ['Unsure', 'Rent'], isRead: true },
    ])
    const others = [message?.id ?? '', '12345678901234567890'].map((one) => ({ id: one, receivedAt: new Date(0) }))
    expect([...(await at.box((mailbox) => mailbox.inbox.marksOf(others)))]).toEqual([
      [id, { categories: ['Unsure', 'Rent'], isRead: true }],
    ])
    expect((await dovecot.listEmails(at.address))[0]?.flags).toContain('\\Flagged')
    await at.box((mailbox) => mailbox.mark(id, () => ({ categories: [] })))
    expect(await at.box((mailbox) => mailbox.find(id))).toMatchObject({ categories: [], isRead: true })
  })

  test('reads the inbox in pages and excerpts, and what was sent', async () => {
    const at = await open({ inbox: mails('Rent', 'Tax', 'Bill') })
    await at.save(
      { subject: 'Re: Rent', more: 'Bcc: bob@example.com\r\nReferences: <rent@example.com>\r\nX-Mailroom-Id: 7' },
      'Sent',
    )
    const inbox = await at.box((mailbox) => mailbox.inboxId())
    expect(await at.box((mailbox) => mailbox.inbox.count(null))).toBe(3)
    expect(await at.box((mailbox) => mailbox.inbox.count(new Date('2100-01-01')))).toBe(0)
    expect((await at.box((mailbox) => mailbox.inbox.excerpts(2))).map(({ subject, text }) => [subject, text])).toEqual([
      ['Bill', 'Hello.'],
      ['Tax', 'Hello.'],
    ])
    const { messages } = await at.box((mailbox) => mailbox.inbox.messages({ since: null, until: null }))
    expect(messages.map(({ subject }) => subject)).toEqual(['Bill', 'Tax', 'Rent'])
    expect((await at.box((mailbox) => mailbox.recent(new Set([inbox]), 2))).map(({ subject }) => subject)).toEqual([
      'Bill',
      'Tax',
    ])
    expect(await at.box((mailbox) => mailbox.sent({ since: null, newest: 10 }))).toMatchObject([
      {
        to: ['me@dovecot.example', 'bob@example.com'],
        effectId: '7',
        id: null,
        conversationId: '<rent@example.com>',
        subject: 'Re: Rent',
        isMeeting: false,
      },
    ])
  })

  test('one draft stays where the server carries out the command of a dead node late', async () => {
    const at = await imapMailbox(app, dovecot, { inbox: [{ subject: 'Rent' }] })
    const [message] = (await at.box((mailbox) => mailbox.inbox.page({ since: null, until: null }))).messages
    const effectId = '5f0c5d1e-6a51-4f0e-9a35-0d5b7c1e8a42'
    const drafts = () => dovecot.fetch(at.address, ['uid', 'text'], 'mailbox', 'Drafts', 'all')
    const arrivesLate = async () => dovecot.save(at.address, 'Drafts', (await drafts())[0]?.['text'] ?? '')
    const create = () => at.box(({ effect }) => effect.create('reply', { messageId: message?.id ?? '', effectId }))
    const first = await create()
    expect(await create()).toEqual(first)
    if (first === 'not-there') return expect.unreachable()
    await arrivesLate()
    // The response to an attempt to write was lost.
    const unanswered = (await drafts())[0]?.['text']?.replace('.blank.', '.written.') ?? ''
    await dovecot.save(at.address, 'Drafts', unanswered)
    const change = { kind: 'reply', draft: first, effectId, html: '<p>Thank you</p>' } as const
    const written = await at.box(({ effect }) => effect.write(change))
    expect(written).toMatchObject({ id: first.id, isWritten: true, html: expect.stringContaining('Thank you') })
    expect(await drafts()).toHaveLength(1)
    await arrivesLate()
    expect(await at.box(({ effect }) => effect.find({ effectId, kind: 'reply' }))).toEqual(written)
    expect(await drafts()).toHaveLength(1)
  })

  test.each([
    { title: 'creates a draft of a reply once, writes it, and finds it again', hidden: [] },
    { title: 'without UIDPLUS the draft that was replaced is marked as deleted', hidden: ['UIDPLUS'] as const },
  ])('$title', async ({ hidden }) => {
    await using limited = hidden.length > 0 ? await startDovecot({ hidden }) : null
    const at = await imapMailbox(app, limited ?? dovecot, { inbox: [{ subject: 'Rent', text: '<b>now</b>' }] })
    const [message] = (await at.box((mailbox) => mailbox.inbox.page({ since: null, until: null }))).messages
    const effectId = '3f0c5d1e-6a51-4f0e-9a35-0d5b7c1e8a42'
    const created = await at.box(({ effect }) => effect.create('reply', { messageId: message?.id ?? '', effectId }))
    if (created === 'not-there') return expect.unreachable()
    expect(created).toMatchObject({
      isDraft: true,
      isWritten: false,
      recipients: ['anna@example.com'],
      subject: 'Re: Rent',
    })
    expect(created.html).toContain('&lt;b&gt;now')
    const change = { kind: 'reply', draft: created, effectId, html: '<p>Thank you</p>' } as const
    const written = await at.box(({ effect }) => effect.write(change))
    expect(written).toMatchObject({ id: created.id, isWritten: true, html: expect.stringContaining('Thank you') })
    expect(await at.box(({ effect }) => effect.write(change))).toBe('changed')
    expect(await at.box(({ effect }) => effect.find({ effectId, kind: 'reply' }))).toEqual(written)
    expect(await at.box(({ effect }) => effect.count(effectId))).toBe(1)
    const drafts = await (limited ?? dovecot).fetch(at.address, ['uid'], 'mailbox', 'Drafts', 'undeleted')
    expect(drafts).toHaveLength(1)
    // The original is still unread.
    expect(await at.box((mailbox) => mailbox.find(message?.id ?? ''))).toMatchObject({ isRead: false })
  })
})
