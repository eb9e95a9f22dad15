import { beforeEach, expect, test } from 'vitest'
import { LearnedMailOutput } from '../../../contract/functions/learned-mail.ts'
import { invoice } from '../../../test/kit/trained-mailbox.ts'
import { callFunction } from '../../../test/kit/outlook.ts'
import { startHistory } from '../../../test/kit/sorted-mail.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'

const app = await appOfFile()
const startHistoryOfTest = async () => (history = await startHistory(app, { proposals: false }))
const shared = await startHistory(app, { proposals: false })
let history = shared
beforeEach(async () => {
  history = shared
  await history.startOver()
  await checkFolders()
})

const owner = () => ({ token: history.mailbox.user.accessToken, userId: history.mailbox.user.userId })
const checkFolders = async () => {
  await app.ctx.db.asService((tx) =>
    app.ctx.jobs.enqueue(tx, 'detect-manual-moves', { mailboxId: history.mailbox.mailboxId }),
  )
  await app.runDueJobs()
}
const learned = async (input: object = { action: 'list' }) => {
  const { status, body } = await callFunction(app, owner(), 'learned-mail', {
    mailboxId: history.mailbox.mailboxId,
    ...input,
  })
  return status === 200 ? LearnedMailOutput.parse(body).learned : body['error']
}
/** The next message that we read is dragged away right after the read. */
const quicker = (folder: string): void => {
  const { microsoft } = app.ctx.vendors
  if (!microsoft) throw new Error('There is no Outlook')
  const { graph } = microsoft
  const forMailbox: typeof graph.forMailbox = (...at) => {
    const mailbox = graph.forMailbox(...at)
    const find: typeof mailbox.find = async (id) => {
      const message = await mailbox.find(id)
      Object.assign(app.ctx.vendors, { microsoft })
      await history.moveInOutlook(id, folder)
      return message
    }
    return { ...mailbox, find }
  }
  Object.assign(app.ctx.vendors, { microsoft: { ...microsoft, graph: { ...graph, forMailbox } } })
}
const anna = (n: number) => ({ from: 'anna@family.example', subject: `Sunday ${n}?` })

test('learns from an email that is dragged out of the inbox, lists it, and can delete it', async () => {
  const { logId, messageId } = await history.deliverAndSort(anna(1))
  expect(await history.row(logId)).toMatchObject({ status: 'left' })
  await history.moveInOutlook(messageId, 'Newsletters')
  await checkFolders()
  expect(await history.row(logId)).toMatchObject({
    status: 'processed',
    decided_by: 'user',
    target_folder_id: history.folderId('Newsletters'),
    explanation: 'You moved it here in your mail program; similar emails will follow',
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
  const next = await history.deliverAndSort(anna(2))
  expect(await history.row(next.logId)).toMatchObject({ status: 'processed', decided_by: 'correction' })
  expect(await history.outlookFolderOf(next.messageId)).toBe('Newsletters')

  const [entry] = LearnedMailOutput.shape.learned.parse(await learned())
  expect(await learned({ action: 'forget', learnedId: entry?.id })).toEqual([])
  expect(await learned({ action: 'forget', learnedId: entry?.id })).toMatchObject({ code: 'learned_not_found' })
  expect(await history.row((await history.deliverAndSort(anna(3))).logId)).not.toMatchObject({
    decided_by: 'correction',
  })
})

test('never reverts an email that is dragged from folder to folder', async () => {
  const { logId, messageId } = await history.deliverAndSort(invoice(41))
  expect(await history.outlookFolderOf(messageId)).toBe('Invoices')
  await history.moveInOutlook(messageId, 'Newsletters')
  await checkFolders()
  expect(await learned()).toMatchObject([
    { folderId: history.folderId('Newsletters'), fromFolderId: history.folderId('Invoices') },
  ])
  await history.moveInOutlook(messageId, 'Invoices')
  await checkFolders()
  expect(await history.row(logId)).toMatchObject({
    target_folder_id: history.folderId('Invoices'),
    decided_by: 'user',
  })
  expect(await learned()).toMatchObject([
    { folderId: history.folderId('Invoices'), fromFolderId: history.folderId('Newsletters') },
  ])
  expect(await history.outlookFolderOf(messageId)).toBe('Invoices')
})

test('leaves an email that is dragged between our read and our move', async () => {
  quicker('Newsletters')
  const decided = await history.deliverAndSort(invoice(1))
  expect(await history.outlookFolderOf(decided.messageId)).toBe('Newsletters')
  expect(await history.row(decided.logId)).toMatchObject({ status: 'left', reason: 'user_moved' })
  await checkFolders()
  expect(await history.row(decided.logId)).toMatchObject({
    decided_by: 'user',
    target_folder_id: history.folderId('Newsletters'),
  })

  quicker('Invoices')
  expect(await history.callSortedMail({ action: 'move', logId: decided.logId, folderId: null })).toBe(
    'mail_moved_meanwhile',
  )
  expect(await history.outlookFolderOf(decided.messageId)).toBe('Invoices')
  expect(await history.requestedMoves()).toEqual([])
})

// Deleted by its user, a rule, a retention policy or another program: nothing says what the user wanted.
test('learns nothing from an email in folders for what was deleted, sent or is no email', async () => {
  const folders = { deleteditems: 'deleted', junkemail: 'moved or deleted' }
  const moved: string[] = []
  for (const [n, folder] of [...Object.keys(folders), 'sentitems', 'drafts'].entries()) {
    const mail = await history.deliverAndSort(n % 2 === 0 ? invoice(51 + n) : anna(51 + n))
    await history.moveInOutlook(mail.messageId, folder)
    moved.push(mail.logId)
  }
  for (const [folder, how] of Object.entries(folders)) {
    const left = await history.deliverAndSort(anna(4))
    await history.moveInOutlook(left.messageId, folder)
    quicker(folder)
    const early = await history.deliverAndSort(invoice(52))
    const explanation = `It was ${how} elsewhere, so it was left alone`
    expect(await history.row(early.logId)).toMatchObject({ status: 'left', reason: 'user_moved', explanation })
    moved.push(left.logId, early.logId)
  }
  const before = await Promise.all(moved.map(history.row))
  await checkFolders()
  expect(await Promise.all(moved.map(history.row))).toEqual(before)
  expect(await learned()).toEqual([])
})

test('does not take our own and requested moves for moves by hand', async () => {
  const { logId } = await history.deliverAndSort(invoice(42))
  await checkFolders()
  expect(await history.row(logId)).toMatchObject({ decided_by: 'classifier' })
  await history.callSortedMail({ action: 'move', logId, folderId: history.folderId('Newsletters') })
  await checkFolders()
  expect(await learned()).toMatchObject([{ learnedBy: 'history' }])
  await history.callSortedMail({ action: 'move', logId, folderId: null })
  await checkFolders()
  expect(await learned()).toMatchObject([{ folderId: null, learnedBy: 'history' }])
})

test('ignores mail that was filed before the first check, until it is moved to a folder or the inbox', async () => {
  await startHistoryOfTest()
  await checkFolders()
  expect(await learned()).toEqual([])
  const [invoices, newsletters] = [history.folderId('Invoices'), history.folderId('Newsletters')]
  const filedIn = async (folderId: string) => {
    const filed = app.ctx.db.asService((tx) =>
      tx
        .selectFrom('app.training_examples')
        .select('message_id as id')
        .where('mailbox_id', '=', history.mailbox.mailboxId)
        .where('folder_id', '=', folderId)
        .executeTakeFirstOrThrow(),
    )
    return (await filed).id
  }
  const [letter, bill] = [await filedIn(newsletters), await filedIn(invoices)]
  await history.moveInOutlook(letter, 'Invoices')
  await checkFolders()
  const refiled = { value: 'news@garden.example', folderId: invoices, fromFolderId: newsletters }
  expect(await learned()).toMatchObject([refiled])

  // Similar mail stays there, too.
  await history.moveInOutlook(bill, 'Inbox')
  await expect.poll(async () => (await app.runDueJobs(), history.corrections(bill))).toHaveLength(1)
  expect(await history.outlookFolderOf(bill)).toBe('Inbox')
  expect(await learned()).toContainEqual(
    expect.objectContaining({
      value: 'billing@power.example',
      folderId: null,
      fromFolderId: invoices,
      learnedBy: 'outlook',
    }),
  )
  expect(await history.row((await history.deliverAndSort(invoice(43))).logId)).toMatchObject({
    status: 'left',
    decided_by: 'correction',
  })
})

test('learns nothing from mail that an Outlook rule files', async () => {
  await history.mailbox.deliver({ ...anna(4), folder: 'Newsletters' })
  await checkFolders()
  expect(await learned()).toEqual([])
})

test('starts a full check where the delta link has expired, and detects moves meanwhile', async () => {
  const [meanwhile, after] = [await history.deliverAndSort(anna(5)), await history.deliverAndSort(invoice(45))]
  await history.moveInOutlook(meanwhile.messageId, 'Invoices')
  await app.faults({ service: 'graph', path: '/messages/delta\\?.*(delta|skip)token', status: 410, times: 3 })
  await checkFolders()
  await app.faults()
  expect(await learned()).toMatchObject([{ value: 'anna@family.example', folderId: history.folderId('Invoices') }])
  await checkFolders()
  await history.moveInOutlook(after.messageId, 'Newsletters')
  await checkFolders()
  expect(await learned()).toHaveLength(2)
})

test('checks folders every 15 minutes and when the user checks for mail', async () => {
  const { messageId } = await history.deliverAndSort(anna(6))
  await history.moveInOutlook(messageId, 'Invoices')
  await app.advance('16 min')
  await app.ctx.db.asService((tx) => app.ctx.jobs.enqueue(tx, 'reconcile-mailboxes', {}))
  await app.runDueJobs()
  expect(await learned()).toMatchObject([{ folderId: history.folderId('Invoices') }])
  const next = await history.deliverAndSort({ from: 'tom@family.example', subject: 'Hi' })
  await history.moveInOutlook(next.messageId, 'Newsletters')
  await callFunction(app, owner(), 'mailbox-settings', { action: 'catch-up', mailboxId: history.mailbox.mailboxId })
  await app.runDueJobs()
  expect(await learned()).toHaveLength(2)
})

const newFolder = async (displayName: string) => {
  await app.control('POST', `/control/outlook/${history.mailbox.email}/folders`, { displayName })
  return async () => {
    await history.mailbox.call('mail-graph', { action: 'sync-folders', mailboxId: history.mailbox.mailboxId })
    await app.runDueJobs()
    await checkFolders()
  }
}

test('detects a move into a new folder once the folder is synced', async () => {
  const left = await history.deliverAndSort(anna(8))
  const sorted = await history.deliverAndSort(invoice(44))
  const known = await newFolder('Family')
  await history.moveInOutlook(left.messageId, 'Family')
  await history.moveInOutlook(sorted.messageId, 'Family')
  await history.mailbox.deliver({ from: 'rule@made.example', subject: 'By a rule', folder: 'Family' })
  await checkFolders()
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
  await checkFolders()
  expect(await learned()).toHaveLength(2)
})

test('stores no correction when the user returns an email from a folder that is not sorted into', async () => {
  const known = await newFolder('Attic')
  await known()
  await app.ctx.db.asService((tx) =>
    tx.updateTable('email_folders').set({ include_in_ai: false }).where('folder_name', '=', 'Attic').execute(),
  )
  const { logId, messageId } = await history.deliverAndSort(anna(10))
  await history.moveInOutlook(messageId, 'Attic')
  await checkFolders()
  expect(await history.row(logId)).toMatchObject({ status: 'processed', decided_by: 'user' })
  await history.moveInOutlook(messageId, 'Inbox')
  await expect
    .poll(async () => {
      await app.runDueJobs()
      return (await history.row(logId)).status
    })
    .toBe('left')
  expect(await learned()).toEqual([])
})

test("runs a folder's actions once for mail filed by hand or by a rule, if enabled", async () => {
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
  const first = await history.deliverAndSort(anna(7))
  await history.moveInOutlook(first.messageId, 'Newsletters')
  await checkFolders()
  expect(await runs()).toEqual([])
  await callFunction(app, owner(), 'mailbox-settings', { action: 'save', mailboxId, actOnFiled: true })
  await app.advance('1 min')
  const second = await history.deliverAndSort({ from: 'tom@elsewhere.example', subject: 'Hello' })
  await history.moveInOutlook(second.messageId, 'Newsletters')
  await history.mailbox.deliver({ from: 'rule@made.example', subject: 'By a rule', folder: 'Newsletters' })
  await checkFolders()
  await checkFolders()
  expect(await runs()).toHaveLength(2)
  await callFunction(app, owner(), 'mailbox-settings', { action: 'save', mailboxId, actOnFiled: false })
})

// Last: its messages take long to delete. A check records at most 200 moves.
test('detects a move among messages that were only marked', async () => {
  const { messageId } = await history.deliverAndSort(anna(9))
  for (let n = 0; n <= 200; n++)
    await history.mailbox.deliver({ folder: 'Newsletters', from: 'news@garden.example', subject: `No. ${n}` })
  await history.moveInOutlook(messageId, 'Newsletters')
  await checkFolders()
  expect(await learned()).toMatchObject([{ value: 'anna@family.example' }])
})
