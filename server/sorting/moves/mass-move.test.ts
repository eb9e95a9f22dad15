import { describe, expect, test } from 'vitest'
import { LearnedMailOutput } from '../../../contract/functions/learned-mail.ts'
import { NotificationsOutput } from '../../../contract/functions/notifications.ts'
import { maxMovesLearnedAtOnce } from '../../../contract/limits.ts'
import { callFunction } from '../../../test/kit/outlook.ts'
import { startHistory } from '../../../test/kit/sorted-mail.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'

const app = await appOfFile()
const history = await startHistory(app, { proposals: false })
const { mailbox } = history
const { mailboxId } = mailbox
const [invoices, newsletters] = [history.folderId('Invoices'), history.folderId('Newsletters')]

const owner = { token: mailbox.user.accessToken, userId: mailbox.user.userId }
const call = async (name: string, input: object) => {
  const { status, body } = await callFunction(app, owner, name, input)
  expect({ status, body }).toMatchObject({ status: 200 })
  return body
}
const runJob = async (name: 'detect-manual-moves' | 'learn-mailbox') => {
  await app.ctx.db.asService((tx) => app.ctx.jobs.enqueue(tx, name, { mailboxId }))
  await app.runDueJobs()
}
const checkFolders = () => runJob('detect-manual-moves')
const learnedMail = async (input: object = { action: 'list' }) =>
  LearnedMailOutput.parse(await call('learned-mail', { mailboxId, ...input }))
/** What the user is asked about, in the bell: the folder's name or null for the inbox, and the number of emails. */
const asked = async () => {
  const { notifications } = NotificationsOutput.parse(await call('notifications', { action: 'list' }))
  return notifications
    .filter(({ kind }) => kind === 'mass_move')
    .map(({ folder, count }) => [folder, count])
    .toSorted(([a], [b]) => String(a).localeCompare(String(b)))
}
const examplesOf = (ids: string[]) =>
  app.ctx.db.asService((tx) =>
    tx
      .selectFrom('app.training_examples')
      .select(['message_id', 'folder_id'])
      .where('mailbox_id', '=', mailboxId)
      .where('message_id', 'in', ids)
      .orderBy('seq')
      .execute(),
  )
/** What was learned from the messages, all corrections, and the model. */
const learned = async () => ({
  examples: await examplesOf(messageIds),
  ...(await app.ctx.db.asService(async (tx) => ({
    corrections: await tx
      .selectFrom('app.corrections')
      .select(['message_id', 'folder_id'])
      .where('mailbox_id', '=', mailboxId)
      .execute(),
    model: await tx
      .selectFrom('app.mailbox_models')
      .select(['state', 'is_stale'])
      .where('mailbox_id', '=', mailboxId)
      .executeTakeFirstOrThrow(),
  }))),
})
const rows = () =>
  app.ctx.db.asService((tx) =>
    tx
      .selectFrom('email_processing_logs')
      .select(['id', 'message_id', 'status', 'target_folder_id', 'decided_by', 'explanation'])
      .where('mailbox_id', '=', mailboxId)
      .orderBy('id')
      .execute(),
  )
const unlearned = () =>
  app.ctx.db.asService((tx) => tx.selectFrom('app.unlearned_moves').selectAll().orderBy('message_id').execute())
const positions = () => app.ctx.db.asService((tx) => tx.selectFrom('app.folder_delta_links').selectAll().execute())
/** An email that was filed before the mailbox was connected: it has no row. */
const filedIn = (folderId: string) =>
  app.ctx.db.asService(async (tx) => {
    const examples = tx.selectFrom('app.training_examples').select('message_id').where('folder_id', '=', folderId)
    return (await examples.executeTakeFirstOrThrow()).message_id
  })
const move = async (ids: string[], folder: string) => {
  for (const id of ids) await history.moveInOutlook(id, folder)
}
/** The messages are moved to the inbox, and all of their notifications have come before the first is processed. */
const returnToInbox = async (ids: string[]) => {
  await move(ids, 'Inbox')
  const waiting = () =>
    app.ctx.db.asService((tx) =>
      tx
        .selectFrom('app.inbox_events')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('message_id', 'in', ids)
        .executeTakeFirstOrThrow(),
    )
  await expect.poll(waiting).toEqual({ count: ids.length })
  await app.runDueJobs()
  await expect.poll(waiting).toEqual({ count: 0 })
}

const mails = Array.from({ length: maxMovesLearnedAtOnce + 1 }, (_, n) => ({
  from: `friend${n}@family.example`,
  subject: `Sunday ${n}?`,
}))
let messageIds: string[] = []

describe('more moves by hand between two checks than are learned at once', () => {
  test('teach nothing and run no action, in several folders together, and the user is asked', async () => {
    await checkFolders()
    messageIds = (await history.deliverAndSortAll(mails)).map(({ messageId }) => messageId)
    const [action] = await mailbox.rows<{ id: string }[]>('email_actions?action_type=eq.draft_reply&select=id')
    await mailbox.rows('email_folder_actions', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        folder_id: newsletters,
        action_id: action?.id,
        is_active: true,
        action_order: 1,
        config: {},
      }),
    })
    await call('mailbox-settings', { action: 'save', mailboxId, actOnFiled: true })
    const [before, positionsBefore] = [await learned(), await positions()]
    await move(messageIds.slice(0, 25), 'Invoices')
    await move([...messageIds.slice(25), await filedIn(invoices)], 'Newsletters')
    await checkFolders()
    expect(await learned()).toEqual(before)
    expect(await mailbox.rows('email_action_runs?select=id')).toEqual([])
    const found = await rows()
    for (const row of found)
      expect(row).toMatchObject({
        status: 'processed',
        decided_by: 'user',
        target_folder_id: messageIds.indexOf(row.message_id) < 25 ? invoices : newsletters,
        explanation: 'You moved it here together with many others; nothing is learned from that until you say so',
      })
    const questions = [
      ['Invoices', 25],
      ['Newsletters', 27],
    ]
    expect(await asked()).toEqual(questions)

    // A check that reads the same changes again.
    const once = await unlearned()
    await app.ctx.db.asService(async (tx) => {
      await tx.deleteFrom('app.folder_delta_links').execute()
      await tx.insertInto('app.folder_delta_links').values(positionsBefore).execute()
    })
    await app.advance('1 min')
    await checkFolders()
    expect(await learned()).toEqual(before)
    expect(await rows()).toEqual(found)
    expect(await unlearned()).toEqual(once)
    expect(await asked()).toEqual(questions)
    await call('mailbox-settings', { action: 'save', mailboxId, actOnFiled: false })
  })

  test('are left out of training, whether the user has decided or not', async () => {
    const { examples } = await learned()
    // A check that begins again does not see email of this age: it may have come with them.
    await app.ctx.db.asService((tx) => tx.deleteFrom('app.folder_delta_links').execute())
    const old = new Date(app.clock.now().getTime() - 60 * 24 * 60 * 60_000)
    const letter = { folder: 'Invoices', from: 'letters@club.example', subject: 'Letter' }
    const [earlier, filed] = [await mailbox.deliver({ ...letter, received: old }), await mailbox.deliver(letter)]
    await runJob('learn-mailbox')
    const { unlearnedMoves } = await learnedMail({ action: 'dismiss-moves', folderId: invoices })
    expect(unlearnedMoves).toEqual([{ folderId: newsletters, count: 27 }])
    expect(await asked()).toEqual([['Newsletters', 27]])
    await runJob('learn-mailbox')
    expect((await learned()).examples).toEqual(examples)
    expect(await examplesOf([earlier, filed])).toEqual([{ message_id: filed, folder_id: invoices }])
  })

  test('are learned where the user wants it, without corrections about their senders', async () => {
    const before = await learned()
    const learning = { action: 'learn-moves', folderId: newsletters }
    expect((await learnedMail(learning)).unlearnedMoves).toEqual([])
    expect((await learnedMail(learning)).unlearnedMoves).toEqual([])
    expect(await asked()).toEqual([])
    await app.runDueJobs()
    const after = await learned()
    expect(new Set(after.examples.map(({ message_id }) => message_id))).toEqual(new Set(messageIds.slice(25)))
    expect(after.examples).toHaveLength(26)
    expect(new Set(after.examples.map(({ folder_id }) => folder_id))).toEqual(new Set([newsletters]))
    expect(after.corrections).toEqual(before.corrections)
    expect(after.model.is_stale).toBe(false)
    expect(after.model.state).not.toEqual(before.model.state)
  })

  test('are known where they are: the next one of them that is moved alone teaches', async () => {
    const [first = ''] = messageIds
    await move([first], 'Newsletters')
    await checkFolders()
    expect((await learned()).corrections).toEqual([{ message_id: first, folder_id: newsletters }])
    expect((await unlearned()).map(({ message_id }) => message_id).toSorted()).toEqual(
      messageIds.slice(1, 25).toSorted(),
    )
  })
})

test('as many moves as are learned at once teach', async () => {
  await move(messageIds.slice(1, 25), 'Newsletters')
  await move(messageIds.slice(25), 'Invoices')
  await checkFolders()
  expect((await learned()).corrections).toHaveLength(messageIds.length)
  expect(await unlearned()).toEqual([])
  expect(await asked()).toEqual([])
})

test('more returns to the inbox than are learned at once teach nothing, and the user is asked', async () => {
  const before = await learned()
  await returnToInbox(messageIds)
  expect(await learned()).toEqual(before)
  expect(await asked()).toEqual([[null, messageIds.length]])
  for (const row of await rows())
    expect(row).toMatchObject({
      status: 'left',
      decided_by: 'user',
      explanation:
        'You moved it back to the inbox together with many others; nothing is learned from that until you say so',
    })

  // Shortly after them one more is taken for one of them; later it is a correction.
  const [first = ''] = messageIds
  const corrected = async () => (await learned()).corrections.find(({ message_id }) => message_id === first)
  await move([first], 'Newsletters')
  await checkFolders()
  expect(await asked()).toEqual([[null, messageIds.length - 1]])
  await returnToInbox([first])
  expect(await corrected()).toMatchObject({ folder_id: newsletters })
  await move([first], 'Newsletters')
  await checkFolders()
  await app.advance('11 min')
  await returnToInbox([first])
  expect(await corrected()).toMatchObject({ folder_id: null })

  const { examples } = await learned()
  await learnedMail({ action: 'learn-moves', folderId: null })
  expect(await asked()).toEqual([])
  const taught = (await learned()).examples.slice(examples.length)
  expect(taught).toHaveLength(messageIds.length - 1)
  expect(new Set(taught.map(({ folder_id }) => folder_id))).toEqual(new Set([null]))
})

test('emails that disappear teach nothing', async () => {
  await app.runDueJobs()
  const { examples, corrections } = await learned()
  for (const id of messageIds)
    await app.control('DELETE', `/control/outlook/${mailbox.email}/messages/${id}?forGood=true`)
  await checkFolders()
  expect(await learned()).toMatchObject({ examples, corrections })
  expect(await asked()).toEqual([])
})
