import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { FolderConditionsOutput } from '../../../contract/functions/folder-conditions.ts'
import { PreviewSortingOutput } from '../../../contract/functions/preview-sorting.ts'
import { allRows } from '../../../test/kit/all-rows.ts'
import { invoice } from '../../../test/kit/trained-mailbox.ts'
import { callFunction, requestsTo, signUp, type Visitor } from '../../../test/kit/outlook.ts'
import { startHistory } from '../../../test/kit/sorted-mail.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'

const app = await appOfFile()
const history = await startHistory(app, { proposals: false })
beforeEach(async () => {
  await history.startOver()
})

const ask = (input: object, as?: Visitor) => {
  const { mailboxId, user } = history.mailbox
  const owner = { token: user.accessToken, userId: user.userId }
  return callFunction(app, as ?? owner, 'preview-sorting', {
    mailboxId,
    folderId: history.folderId('Newsletters'),
    ...input,
  })
}
const preview = async (input: object) => PreviewSortingOutput.parse((await ask(input)).body)

const sortsFrom = (confidence_threshold: number) =>
  app.ctx.db.asService((tx) =>
    tx.updateTable('mailboxes').set({ confidence_threshold }).where('id', '=', history.mailbox.mailboxId).execute(),
  )

test('shows changes for the latest emails and writes nothing', async () => {
  const { logId } = await history.deliverAndSort(invoice(61))
  const stays = await history.deliverAndSort({
    from: 'anna@family.example',
    subject: 'Zucchini on Sunday',
    text: 'Zucchini and a glass of wine.',
  })
  const before = await history.row(stays.logId)
  expect(before).toMatchObject({ status: 'left' })
  const usage = () => history.mailbox.rows('usage?select=emails_processed')
  const counted = await usage()
  await app.control('DELETE', '/control/requests')

  expect(await preview({})).toMatchObject({ looked: 2, into: 0, outOf: 0, changed: [] })
  const byCondition = await preview({ condition: { kind: 'address', value: 'Anna@family.example' } })
  expect(byCondition).toMatchObject({ looked: 2, into: 1, outOf: 0 })
  expect(byCondition.changed).toMatchObject([
    { logId: stays.logId, subject: 'Zucchini on Sunday', after: history.folderId('Newsletters') },
  ])
  const away = await preview({ condition: { kind: 'subject', value: 'electricity' } })
  expect(away.changed).toMatchObject([
    { logId, before: history.folderId('Invoices'), after: history.folderId('Newsletters') },
  ])

  // An equal earlier condition takes precedence where it is saved.
  const { mailboxId } = history.mailbox
  const first = { folderId: history.folderId('Invoices'), kind: 'address', value: 'anna@family.example' }
  await history.mailbox.call('folder-conditions', { action: 'add', mailboxId, condition: first })
  expect(await preview({ condition: { kind: 'subject', value: 'zucchini' } })).toMatchObject({ into: 0 })
  expect(await preview({ condition: { kind: 'address', value: 'anna@family.example' } })).toMatchObject({ into: 1 })

  // Without a condition the next one or a correction decides.
  const { conditions } = FolderConditionsOutput.parse(
    await history.mailbox.call('folder-conditions', { action: 'list', mailboxId }),
  )
  const less = await preview({ withoutCondition: conditions[0]?.id })
  expect(less.changed).toMatchObject([{ logId: stays.logId, before: first.folderId }])
  expect(less.changed[0]?.after).not.toBe(first.folderId)
  expect(await preview({ withoutCondition: randomUUID() })).toMatchObject({ changed: [] })

  // Another order changes the first match; most mail is not affected.
  const second = { folderId: history.folderId('Newsletters'), kind: 'subject', value: 'zucchini' }
  await history.mailbox.call('folder-conditions', { action: 'add', mailboxId, condition: second })
  const { conditions: both } = FolderConditionsOutput.parse(
    await history.mailbox.call('folder-conditions', { action: 'list', mailboxId }),
  )
  const [address, subject] = both.map(({ id }) => id)
  const there = { logId: stays.logId, before: first.folderId, after: second.folderId }
  const turned = { order: [subject, address] }
  expect(await preview(turned)).toMatchObject({ looked: 2, into: 1, outOf: 0, changed: [there] })
  expect(await preview({ ...turned, folderId: first.folderId })).toMatchObject({
    into: 0,
    outOf: 1,
    changed: [there],
  })
  for (const order of [[address, subject], [subject], [randomUUID(), address]])
    expect(await preview({ order })).toMatchObject({ looked: 2, into: 0, outOf: 0, changed: [] })

  const calls = await requestsTo(app, 'graph')
  expect(new Set(calls.map(({ method }) => method))).toEqual(new Set(['GET']))
  expect(await usage()).toEqual(counted)
  expect(await history.row(stays.logId)).toEqual(before)
  expect(await requestsTo(app, 'model')).toEqual([])
})

test('uses instructions, corrections and known senders, and counts unsure mail', async () => {
  const { mailboxId } = history.mailbox
  const [invoices, newsletters] = [history.folderId('Invoices'), history.folderId('Newsletters')]
  const instructed = 'zucchini mint feta recipes from eve herbs'
  await app.ctx.db.asService(async (tx) => {
    const user_id = history.mailbox.user.userId
    await tx
      .insertInto('app.known_people')
      .values({ mailbox_id: mailboxId, user_id, address: 'billing@power.example' })
      .execute()
    await tx.updateTable('email_folders').set({ instructions: instructed }).where('id', '=', newsletters).execute()
  })
  const taught = await history.deliverAndSort({ from: 'anna@family.example', subject: 'Qwfp' })
  await history.callSortedMail({ action: 'move', logId: taught.logId, folderId: newsletters })
  const known = await history.deliverAndSort(invoice(64))
  const fits = await history.deliverAndSort({
    from: 'eve@herbs.example',
    subject: 'Zucchini on Sunday',
    text: 'Zucchini and a glass of wine.',
  })
  expect(await history.row(known.logId)).toMatchObject({ reason: 'known_person' })
  expect(await history.row(fits.logId)).toMatchObject({ target_folder_id: newsletters })

  // Same confidence as the sorter, to the last digit.
  const { classification_confidence: sure } = await history.row(fits.logId)
  await sortsFrom((sure ?? 1) + 0.001)
  expect(await preview({})).toMatchObject({ unsure: 1, changed: [] })
  await sortsFrom(sure ?? 1)
  expect(await preview({})).toMatchObject({ unsure: 0, changed: [] })
  await sortsFrom(0.6)

  // A training example decided for this email.
  const elsewhere = await preview({ folderId: invoices, condition: { kind: 'address', value: 'anna@family.example' } })
  expect(elsewhere.changed).toMatchObject([{ logId: taught.logId, before: newsletters, after: invoices }])

  const forKnown = await preview({ condition: { kind: 'subject', value: 'electricity' } })
  expect(forKnown.changed).toMatchObject([{ logId: known.logId, before: 'inbox', after: newsletters }])
  await app.ctx.db.asService((tx) => tx.deleteFrom('app.known_people').where('mailbox_id', '=', mailboxId).execute())

  const back = await history.deliverAndSort(invoice(66))
  expect(await history.outlookFolderOf(back.messageId)).toBe('Invoices')
  await history.callSortedMail({ action: 'move', logId: back.logId, folderId: null })
  const again = await preview({ folderId: invoices, condition: { kind: 'subject', value: '66' } })
  expect(again.changed).toMatchObject([{ logId: back.logId, before: 'inbox', after: invoices }])

  const unsure = await history.deliverAndSort({ ...invoice(65), from: 'ana@friends.example' })
  await sortsFrom(1)
  const forUnsure = await preview({ condition: { kind: 'address', value: 'ana@friends.example' } })
  expect(forUnsure.changed).toMatchObject([{ logId: unsure.logId, before: 'unsure', after: newsletters }])
  expect((await preview({})).unsure - forUnsure.unsure).toBe(1)
})

test('writes to no table, also for a mailbox that was never sorted', async () => {
  await history.deliverAndSort(invoice(63))
  await app.ctx.db.asService((tx) =>
    tx
      .updateTable('app.mailbox_sync_states')
      .set({ inbox_folder_id: null })
      .where('mailbox_id', '=', history.mailbox.mailboxId)
      .execute(),
  )
  await app.runDueJobs()
  const before = await allRows(app.database)
  expect(await preview({ condition: { kind: 'subject', value: 'invoice' } })).toMatchObject({
    looked: 1,
    into: 1,
  })
  expect(await allRows(app.database)).toEqual(before)
})

test('skips deleted mail and refuses disabled folders and other users', async () => {
  const { logId, messageId } = await history.deliverAndSort(invoice(62))
  await app.faults({ service: 'graph', path: `messages/${encodeURIComponent(messageId)}`, status: 404, times: 9 })
  expect(await preview({})).toMatchObject({ looked: 0 })
  await app.faults()
  await app.ctx.db.asService((tx) =>
    tx
      .updateTable('email_folders')
      .set({ include_in_ai: false })
      .where('id', '=', history.folderId('Newsletters'))
      .execute(),
  )
  expect(await ask({})).toMatchObject({ status: 409, body: { error: { code: 'folder_not_sorted_into' } } })
  // The condition keeps this email in the inbox; without it the email would be sorted.
  const { mailboxId } = history.mailbox
  const condition = { folderId: history.folderId('Newsletters'), kind: 'domain', value: 'power.example' }
  const { conditions } = FolderConditionsOutput.parse(
    await history.mailbox.call('folder-conditions', { action: 'add', mailboxId, condition }),
  )
  expect(await preview({ withoutCondition: conditions[0]?.id })).toMatchObject({
    changed: [{ logId, before: 'inbox', after: history.folderId('Invoices') }],
  })
  expect(await ask({}, await signUp(app))).toMatchObject({
    status: 404,
    body: { error: { code: 'mailbox_not_found' } },
  })
  expect(await ask({ condition: { kind: 'domain', value: 'no domain' } })).toMatchObject({ status: 400 })
})
