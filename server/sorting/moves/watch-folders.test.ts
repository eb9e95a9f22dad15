import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { LearnedMailOutput } from '../../../contract/functions/learned-mail.ts'
import { invoice, sortedMails } from '../../../test/kit/learned-mailbox.ts'
import { callFunction, signUp } from '../../../test/kit/outlook.ts'
import { startHistory, type History } from '../../../test/kit/sorted-mail.ts'
import { startApp, type App } from '../../../test/kit/start-app.ts'
import { howItCame } from './moved-by-hand.ts'

describe('how a mail came into a folder', () => {
  const now = new Date('2026-11-20T12:00:00Z')
  const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
  const unseen = {
    logId: null,
    status: null,
    reason: null,
    isDecided: false,
    targetFolderId: null,
    isMoved: false,
    isAsked: false,
    learnedFolderId: null,
  }
  const row = { ...unseen, logId: 'log', status: 'left', reason: 'low_confidence', isDecided: true }
  const put = (folderId: string) => ({ ...row, status: 'processed', targetFolderId: folderId, isMoved: true })
  const at = { folderId: 'a', receivedAt: ago(5), lookedAt: ago(15) }

  test.each([
    ['where we put it', put('a'), at, { how: 'known' }],
    [
      'where we could not put it',
      { ...row, status: 'failed', targetFolderId: 'a' },
      at,
      { how: 'by-hand', from: null },
    ],
    [
      'decided for a folder that Outlook does not have',
      { ...put('b'), isMoved: false },
      at,
      { how: 'by-hand', from: null },
    ],
    ['left in the inbox by us', row, at, { how: 'by-hand', from: null }],
    ['left in the inbox by the user', { ...row, reason: 'user_moved' }, at, { how: 'by-hand', from: null }],
    ['where we had put it elsewhere', put('b'), at, { how: 'by-hand', from: 'b' }],
    ['while it is being sorted', { ...row, status: 'processing' }, at, { how: 'under-way' }],
    ['while the user has asked for a move', { ...row, isAsked: true }, at, { how: 'under-way' }],
    [
      'gone from the inbox before it was read',
      { ...row, reason: 'user_moved', isDecided: false },
      at,
      { how: 'filed' },
    ],
    ['never seen, and new', unseen, at, { how: 'filed' }],
    [
      'never seen, and older than the last look',
      unseen,
      { ...at, receivedAt: ago(600) },
      { how: 'by-hand', from: null },
    ],
    ['learned from where it is', { ...unseen, learnedFolderId: 'a' }, at, { how: 'known' }],
    ['learned from elsewhere', { ...unseen, learnedFolderId: 'b' }, at, { how: 'by-hand', from: 'b' }],
  ] as const)('%s', (_where, place, found, came) => {
    expect(howItCame(place, found)).toEqual(came)
  })
})

describe('in Outlook', () => {
  let app: App
  let history: History
  beforeAll(async () => {
    app = await startApp()
  })
  afterAll(() => app[Symbol.asyncDispose]())
  beforeEach(async () => {
    history = await startHistory(app)
    await look()
  })

  const owner = () => ({ token: history.mailbox.person.accessToken, userId: history.mailbox.person.userId })
  const look = async () => {
    await app.ctx.db.asService((tx) =>
      app.ctx.jobs.enqueue(tx, 'watch-folders', { mailboxId: history.mailbox.mailboxId }),
    )
    await app.drain()
  }
  const learned = async (input: object = { action: 'list' }, who = owner()) => {
    const { status, body } = await callFunction(app, who, 'learned-mail', {
      mailboxId: history.mailbox.mailboxId,
      ...input,
    })
    return status === 200 ? LearnedMailOutput.parse(body).learned : body['error']
  }
  /** The next mail that we look at is dragged away as soon as we have seen where it is. */
  const quicker = (folder: string): void => {
    const { microsoft } = app.ctx.vendors
    if (!microsoft) throw new Error('There is no Outlook')
    const { graph } = microsoft
    const forMailbox: typeof graph.forMailbox = (mailboxId) => {
      const client = graph.forMailbox(mailboxId)
      const getMessage: typeof client.getMessage = async (token, id) => {
        const message = await client.getMessage(token, id)
        Object.assign(app.ctx.vendors, { microsoft })
        await history.byHand(id, folder)
        return message
      }
      return { ...client, getMessage }
    }
    Object.assign(app.ctx.vendors, { microsoft: { ...microsoft, graph: { ...graph, forMailbox } } })
  }
  const anna = (n: number) => ({ from: 'anna@family.example', subject: `Sunday ${n}?` })

  test('a mail that is dragged out of the inbox teaches at once, is listed, and can be forgotten', async () => {
    const { logId, messageId } = await history.arrives(anna(1))
    expect(await history.row(logId)).toMatchObject({ status: 'left' })
    await history.byHand(messageId, 'Newsletters')
    await look()
    expect(await history.row(logId)).toMatchObject({
      status: 'processed',
      decided_by: 'user',
      target_folder_id: history.folderId('Newsletters'),
      explanation: 'You moved it here in Outlook; mail like it will follow',
    })
    expect(await learned()).toMatchObject([
      {
        kind: 'sender',
        value: 'anna@family.example',
        folderId: history.folderId('Newsletters'),
        fromFolderId: null,
        learnedBy: 'outlook',
      },
    ])
    const next = await history.arrives(anna(2))
    expect(await history.row(next.logId)).toMatchObject({ status: 'processed', decided_by: 'correction' })
    expect(await history.place(next.messageId)).toBe('Newsletters')

    const [entry] = LearnedMailOutput.shape.learned.parse(await learned())
    expect(await learned({ action: 'forget', learnedId: entry?.id })).toEqual([])
    expect(await learned({ action: 'forget', learnedId: entry?.id })).toMatchObject({ code: 'learned_not_found' })
    expect(await history.row((await history.arrives(anna(3))).logId)).not.toMatchObject({ decided_by: 'correction' })
  })

  test('a mail that is dragged from one folder to another, and on to a third, is never fought', async () => {
    const { logId, messageId } = await history.arrives(invoice(41))
    expect(await history.place(messageId)).toBe('Invoices')
    await history.byHand(messageId, 'Newsletters')
    await look()
    expect(await learned()).toMatchObject([
      { folderId: history.folderId('Newsletters'), fromFolderId: history.folderId('Invoices') },
    ])
    await history.byHand(messageId, 'Invoices')
    await look()
    expect(await history.row(logId)).toMatchObject({
      target_folder_id: history.folderId('Invoices'),
      decided_by: 'user',
    })
    expect(await learned()).toMatchObject([
      { folderId: history.folderId('Invoices'), fromFolderId: history.folderId('Newsletters') },
    ])
    expect(await history.place(messageId)).toBe('Invoices')
  })

  test('who drags a mail between our look at it and our move has the last word', async () => {
    quicker('Newsletters')
    const decided = await history.arrives(invoice(1))
    expect(await history.place(decided.messageId)).toBe('Newsletters')
    expect(await history.row(decided.logId)).toMatchObject({ status: 'left', reason: 'user_moved' })
    await look()
    expect(await history.row(decided.logId)).toMatchObject({
      decided_by: 'user',
      target_folder_id: history.folderId('Newsletters'),
    })

    quicker('Invoices')
    expect(await history.say({ action: 'undo', logId: decided.logId })).toBe('mail_moved_meanwhile')
    expect(await history.place(decided.messageId)).toBe('Invoices')
    expect(await history.open()).toEqual([])
  })

  test("our own moves, and what was asked for in the history, are not taken for the user's", async () => {
    const { logId } = await history.arrives(invoice(42))
    await look()
    expect(await history.row(logId)).toMatchObject({ decided_by: 'classifier' })
    await history.say({ action: 'move', logId, folderId: history.folderId('Newsletters') })
    await look()
    expect(await learned()).toMatchObject([{ learnedBy: 'history' }])
    await history.say({ action: 'undo', logId })
    await look()
    expect(await learned()).toMatchObject([{ folderId: null, learnedBy: 'history' }])
  })

  test('filed mail that was there before is no lesson of that kind; moved to another folder it is', async () => {
    expect(await learned()).toEqual([])
    const [filed] = await app.ctx.db.asService((tx) =>
      tx
        .selectFrom('app.learned_messages')
        .select('message_id as id')
        .where('mailbox_id', '=', history.mailbox.mailboxId)
        .where('folder_id', '=', history.folderId('Newsletters'))
        .limit(1)
        .execute(),
    )
    await history.byHand(filed?.id ?? '', 'Invoices')
    await look()
    expect(await learned()).toMatchObject([
      {
        value: 'news@garden.example',
        folderId: history.folderId('Invoices'),
        fromFolderId: history.folderId('Newsletters'),
      },
    ])
  })

  test('filed mail that is dragged to the inbox stays there, and mail like it', async () => {
    const [filed] = await app.ctx.db.asService((tx) =>
      tx
        .selectFrom('app.learned_messages')
        .select('message_id as id')
        .where('mailbox_id', '=', history.mailbox.mailboxId)
        .where('folder_id', '=', history.folderId('Invoices'))
        .limit(1)
        .execute(),
    )
    await history.byHand(filed?.id ?? '', 'Inbox')
    await sortedMails(app, history.mailbox, 1)
    expect(await history.place(filed?.id ?? '')).toBe('Inbox')
    expect(await learned()).toMatchObject([
      {
        value: 'billing@power.example',
        folderId: null,
        fromFolderId: history.folderId('Invoices'),
        learnedBy: 'outlook',
      },
    ])
    expect(await history.row((await history.arrives(invoice(43))).logId)).toMatchObject({
      status: 'left',
      decided_by: 'correction',
    })
  })

  test('what a rule files teaches nothing', async () => {
    await history.mailbox.deliver({ ...anna(4), folder: 'Newsletters' })
    await look()
    expect(await learned()).toEqual([])
  })

  test('a link that Outlook has forgotten begins a new look; what is moved meanwhile, and after that, is seen', async () => {
    const [meanwhile, after] = [await history.arrives(anna(5)), await history.arrives(invoice(45))]
    await history.byHand(meanwhile.messageId, 'Invoices')
    await app.control('PUT', '/control/faults', [
      { service: 'graph', path: '/messages/delta\\?.*(delta|skip)token', status: 410, times: 3 },
    ])
    await look()
    await app.control('PUT', '/control/faults', [])
    expect(await learned()).toMatchObject([{ value: 'anna@family.example', folderId: history.folderId('Invoices') }])
    await look()
    await history.byHand(after.messageId, 'Newsletters')
    await look()
    expect(await learned()).toHaveLength(2)
  })

  test('folders are looked into every quarter of an hour, and when the person looks for mail', async () => {
    const { messageId } = await history.arrives(anna(6))
    await history.byHand(messageId, 'Invoices')
    await app.advance('16 min')
    await app.ctx.db.asService((tx) => app.ctx.jobs.enqueue(tx, 'look-after-mailboxes', {}))
    await app.drain()
    expect(await learned()).toMatchObject([{ folderId: history.folderId('Invoices') }])
    const next = await history.arrives({ from: 'tom@family.example', subject: 'Hi' })
    await history.byHand(next.messageId, 'Newsletters')
    await callFunction(app, owner(), 'mailbox-settings', { action: 'catch-up', mailboxId: history.mailbox.mailboxId })
    await app.drain()
    expect(await learned()).toHaveLength(2)
  })

  const newFolder = async (displayName: string) => {
    await app.control('POST', `/control/outlook/${history.mailbox.email}/folders`, { displayName })
    return async () => {
      await history.mailbox.call('mail-graph', { action: 'sync-folders', mailboxId: history.mailbox.mailboxId })
      await app.drain()
      await look()
    }
  }

  test('a mail that is dragged into a folder made just before is seen once the folder is known', async () => {
    const left = await history.arrives(anna(8))
    const sorted = await history.arrives(invoice(44))
    const known = await newFolder('Family')
    await history.byHand(left.messageId, 'Family')
    await history.byHand(sorted.messageId, 'Family')
    await history.mailbox.deliver({ from: 'rule@made.example', subject: 'By a rule', folder: 'Family' })
    await look()
    await known()
    expect(await history.row(left.logId)).toMatchObject({ status: 'processed', decided_by: 'user' })
    const entries = LearnedMailOutput.shape.learned.parse(await learned())
    expect(new Map(entries.map(({ value, fromFolderId }) => [value, fromFolderId]))).toEqual(
      new Map([
        ['anna@family.example', null],
        ['billing@power.example', history.folderId('Invoices')],
      ]),
    )
    expect(entries).toHaveLength(2)
    await look()
    expect(await learned()).toHaveLength(2)
  })

  test('what is only marked in a folder does not hide what is dragged into it', async () => {
    const { messageId } = await history.arrives(anna(9))
    const ids: string[] = []
    for (let n = 0; n < 210; n++)
      ids.push(
        await history.mailbox.deliver({ folder: 'Newsletters', from: 'news@garden.example', subject: `No. ${n}` }),
      )
    await history.byHand(messageId, 'Newsletters')
    await look()
    expect(await learned()).toMatchObject([{ value: 'anna@family.example' }])
  })

  test('who takes a mail back from where only they put it makes no rule', async () => {
    const known = await newFolder('Attic')
    await known()
    await app.ctx.db.asService((tx) =>
      tx.updateTable('email_folders').set({ include_in_ai: false }).where('folder_name', '=', 'Attic').execute(),
    )
    const { logId, messageId } = await history.arrives(anna(10))
    await history.byHand(messageId, 'Attic')
    await look()
    expect(await history.row(logId)).toMatchObject({ status: 'processed', decided_by: 'user' })
    await history.byHand(messageId, 'Inbox')
    await expect
      .poll(async () => {
        await app.drain()
        return (await history.row(logId)).status
      })
      .toBe('left')
    expect(await learned()).toEqual([])
  })

  test("another's lessons are not there", async () => {
    const stranger = await signUp(app)
    expect(await learned({ action: 'list' }, stranger)).toMatchObject({ code: 'mailbox_not_found' })
    expect(await learned({ action: 'forget', learnedId: crypto.randomUUID() }, stranger)).toMatchObject({
      code: 'mailbox_not_found',
    })
  })

  test("a folder's actions run for what is put there by hand or by a rule, once, where the mailbox says so", async () => {
    const { mailboxId } = history.mailbox
    const runs = async () =>
      history.mailbox.rows<{ action_type: string }[]>(
        `email_action_runs?select=action_type,log_id&mailbox_id=eq.${mailboxId}`,
      )
    const [action] = await history.mailbox.rows<{ id: string }[]>('email_actions?action_type=eq.draft_reply&select=id')
    await history.mailbox.rows('email_folder_actions', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        folder_id: history.folderId('Newsletters'),
        action_id: action?.id,
        is_active: true,
        action_order: 1,
        config: {},
      }),
    })
    const first = await history.arrives(anna(7))
    await history.byHand(first.messageId, 'Newsletters')
    await look()
    expect(await runs()).toEqual([])
    await callFunction(app, owner(), 'mailbox-settings', { action: 'save', mailboxId, actOnFiled: true })
    await app.advance('1 min')
    const second = await history.arrives({ from: 'tom@elsewhere.example', subject: 'Hello' })
    await history.byHand(second.messageId, 'Newsletters')
    await history.mailbox.deliver({ from: 'rule@made.example', subject: 'By a rule', folder: 'Newsletters' })
    await look()
    await look()
    expect(await runs()).toHaveLength(2)
  })
})
