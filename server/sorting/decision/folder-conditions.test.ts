import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { conditionValue } from '../../../contract/functions/folder-conditions.ts'
import { invoice } from '../../../test/kit/trained-mailbox.ts'
import { callFunction } from '../../../test/kit/outlook.ts'
import { startHistory } from '../../../test/kit/sorted-mail.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'
import { findSentItemsState } from '../../mail/people/known-people-queries.ts'

const app = await appOfFile()
const history = await startHistory(app, { proposals: false })
beforeEach(() => app.ctx.db.asService((tx) => tx.deleteFrom('app.folder_conditions').execute()))

const call = (input: object) => {
  const { mailboxId, user } = history.mailbox
  const owner = { token: user.accessToken, userId: user.userId }
  return callFunction(app, owner, 'folder-conditions', { mailboxId, ...input })
}
const add = (kind: string, value: string, folder = 'Newsletters') =>
  call({ action: 'add', condition: { folderId: history.folderId(folder), kind, value } })
const listed = async (): Promise<unknown[]> => {
  const { conditions } = (await call({ action: 'list' })).body
  return Array.isArray(conditions) ? conditions : []
}
const values = async () =>
  (await listed()).map((one) => (typeof one === 'object' && one && 'value' in one ? one.value : null))
const idOf = async (value: string): Promise<string> => {
  const rows = await app.ctx.db.asService((tx) =>
    tx.selectFrom('app.folder_conditions').select('id').where('value', '=', value).execute(),
  )
  return rows[0]?.id ?? ''
}
const order = async (...named: string[]) => call({ action: 'order', order: await Promise.all(named.map(idOf)) })

describe('normalization of values', () => {
  test.each([
    ['address', ' Anna Berg <Anna@Example.com> ', 'anna@example.com'],
    ['address', 'anna', null],
    ['domain', '@Bücher.example', 'xn--bcher-kva.example'],
    ['domain', 'example', null],
    ['domain', 'Anna <anna@shop.example>', null],
    ['domain', 'shop.example/path', 'shop.example'],
    ['list', 'The club <club.lists.example>', 'club.lists.example'],
    ['list', '', null],
    ['address', '\u200banna@example.com\u202c', 'anna@example.com'],
    ['domain', '\ufeffshop.example', 'shop.example'],
    ['list', '<club.lists.example\u200b>', 'club.lists.example'],
    ['subject', ' Invoice  March ', 'Invoice  March'],
    ['subject', '!!!', null],
  ] as const)('%s %j is stored as %j', (kind, typed, kept) => {
    expect(conditionValue(kind, typed)).toBe(kept)
  })

  test('refuses more hidden characters than a copied address has, before it cleans them', () => {
    expect(conditionValue('address', `anna@example.com${'\u200d'.repeat(1280)}`)).toBeNull()
  })

  test('is idempotent', () => {
    const kinds = fc.constantFrom('address', 'domain', 'list', 'subject')
    fc.assert(
      fc.property(kinds, fc.oneof(fc.string(), fc.emailAddress(), fc.domain()), (kind, typed) => {
        const kept = conditionValue(kind, typed)
        if (kept !== null) expect(conditionValue(kind, kept)).toBe(kept)
      }),
    )
  })
})

test('lists conditions in the order of the user, each once', async () => {
  expect((await add('domain', 'power.example')).status).toBe(200)
  await add('address', 'billing@power.example')
  await add('subject', 'garden letter')
  expect(await values()).toEqual(['power.example', 'billing@power.example', 'garden letter'])
  expect((await order('garden letter', 'power.example', 'billing@power.example')).status).toBe(200)
  expect(await values()).toEqual(['garden letter', 'power.example', 'billing@power.example'])
  await add('domain', 'power.example', 'Invoices')
  expect(await listed()).toMatchObject([{}, { value: 'power.example', folderId: history.folderId('Invoices') }, {}])
  await call({ action: 'remove', conditionId: await idOf('power.example') })
  expect(await values()).toEqual(['garden letter', 'billing@power.example'])
})

test('applies a condition to the next email, before corrections', async () => {
  await add('address', 'billing@power.example', 'Newsletters')
  const { logId, messageId } = await history.deliverAndSort(invoice(21))
  expect(await history.row(logId)).toMatchObject({
    status: 'processed',
    decided_by: 'condition',
    explanation: 'Your condition: emails from billing@power.example',
  })
  expect(await history.outlookFolderOf(messageId)).toBe('Newsletters')
  await call({ action: 'remove', conditionId: await idOf('billing@power.example') })
  const next = await history.deliverAndSort(invoice(22))
  expect(await history.row(next.logId)).toMatchObject({ decided_by: 'classifier' })
})

test('refuses invalid conditions and stores nothing', async () => {
  const ours = { folderId: history.folderId('Invoices'), kind: 'domain', value: 'a.example' }
  for (const condition of [
    { ...ours, value: 'no domain' },
    { ...ours, kind: 'header' },
    { ...ours, folderId: 'x' },
  ])
    expect(await call({ action: 'add', condition })).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_input' } },
    })
  const elsewhere = { ...ours, folderId: crypto.randomUUID() }
  expect(await call({ action: 'add', condition: elsewhere })).toMatchObject({
    status: 404,
    body: { error: { code: 'folder_not_found' } },
  })
  await add('domain', 'a.example')
  expect(await call({ action: 'remove', conditionId: crypto.randomUUID() })).toMatchObject({
    status: 404,
    body: { error: { code: 'condition_not_found' } },
  })
  expect((await call({ action: 'order', order: [crypto.randomUUID()] })).status).toBe(200)
  expect(await values()).toEqual(['a.example'])
})

test('serializes concurrent changes of the order', async () => {
  for (const name of ['a', 'b', 'c', 'd']) await add('domain', `${name}.example`)
  const ids = await Promise.all(['a', 'b', 'c', 'd'].map((name) => idOf(`${name}.example`)))
  await Promise.all(
    ids.flatMap((id) => [ids.toReversed(), [id, ...ids]]).map((each) => call({ action: 'order', order: each })),
  )
  expect(new Set(await values())).toEqual(new Set(['a.example', 'b.example', 'c.example', 'd.example']))
  expect(await values()).toHaveLength(4)
})

describe('known senders', () => {
  const writeTo = async (address: string) => {
    await app.control('POST', `/control/outlook/${history.mailbox.email}/messages?folder=Sent%20Items`, {
      subject: 'Hello',
      toRecipients: [{ emailAddress: { address, name: 'A friend' } }],
      body: { contentType: 'text', content: 'Hi' },
    })
    await app.ctx.db.asService((tx) =>
      app.ctx.jobs.enqueue(tx, 'read-sent-mail', { mailboxId: history.mailbox.mailboxId }),
    )
    await app.runDueJobs()
  }

  const keepKnownPeople = async (keep: boolean) => {
    const { mailboxId, user } = history.mailbox
    const owner = { token: user.accessToken, userId: user.userId }
    await callFunction(app, owner, 'mailbox-settings', { action: 'save', mailboxId, keepKnownPeople: keep })
  }

  test('keep their mail in the inbox, unless the setting is off', async () => {
    await writeTo('Billing@Power.example')
    const kept = await history.deliverAndSort(invoice(31))
    expect(await history.row(kept.logId)).toMatchObject({
      status: 'left',
      reason: 'known_person',
      decided_by: 'known_person',
      explanation: 'You have written to billing@power.example, and emails from people you know stay in the inbox',
    })
    const list = { ...invoice(32), headers: { 'list-unsubscribe': '<https://power.example/out>' } }
    expect(await history.row((await history.deliverAndSort(list)).logId)).toMatchObject({ status: 'processed' })
    await add('domain', 'power.example', 'Invoices')
    expect(await history.row((await history.deliverAndSort(invoice(33))).logId)).toMatchObject({
      decided_by: 'condition',
    })
    await call({ action: 'remove', conditionId: await idOf('power.example') })
    await keepKnownPeople(false)
    expect(await history.row((await history.deliverAndSort(invoice(34))).logId)).toMatchObject({
      decided_by: 'classifier',
    })
  })

  test('are read again later, from the position of the last read', async () => {
    await keepKnownPeople(true)
    await app.runDueJobs()
    await app.advance('16 min')
    await app.control('DELETE', '/control/requests')
    await app.ctx.db.asService((tx) => app.ctx.jobs.enqueue(tx, 'reconcile-mailboxes', {}))
    await app.runDueJobs()
    const calls = JSON.stringify(await app.control('GET', '/control/requests?service=graph'))
    expect(calls).toMatch(/sentitems\/messages[^"]*filter[^"]*receivedDateTime/)
  })

  test('are read where that never happened or failed', async () => {
    const { mailboxId } = history.mailbox
    await app.ctx.db.asService((tx) =>
      tx
        .updateTable('app.mailbox_sync_states')
        .set({ sent_read_until: null })
        .where('mailbox_id', '=', mailboxId)
        .execute(),
    )
    await app.ctx.db.asService((tx) => app.ctx.jobs.enqueue(tx, 'reconcile-mailboxes', {}))
    await app.runDueJobs()
    expect(await app.ctx.db.asService((tx) => findSentItemsState(tx, mailboxId))).toEqual({ until: expect.any(Date) })
  })
})
