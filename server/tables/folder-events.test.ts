import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { liveChannel } from '../events.ts'
import { publishLiveEvent } from '../db/live-events.ts'
import { ofFile } from '../../test/kit/of-file.ts'
import { startTables } from './testing/start-tables.ts'

/** What other windows of the user learn of changes that a page makes through `/rest/v1`. */
const tables = await ofFile(startTables())
let published: string[] = []
await ofFile(tables.db.listen(liveChannel, (payload) => published.push(payload)))
afterEach(() => {
  published = []
})

/** A user with a mailbox, two folders and an action. */
async function addOwner() {
  const user = await tables.addUser()
  const [mailboxId, folderId, otherId] = [randomUUID(), randomUUID(), randomUUID()]
  await tables.asOwner(
    `insert into mailboxes (id, user_id, email_address, provider_tenant_id, provider_account_id)
       values ('${mailboxId}', '${user.userId}', 'a@b.example', 't', '${mailboxId}');
     insert into email_folders (id, user_id, mailbox_id, folder_name, display_name, provider_folder_id) values
       ('${folderId}', '${user.userId}', '${mailboxId}', 'Bills', 'Bills', '1'),
       ('${otherId}', '${user.userId}', '${mailboxId}', 'Trips', 'Trips', '2')`,
  )
  const { data: action } = await tables
    .client(user.token)
    .from('email_actions')
    .select('id')
    .eq('action_type', 'ai_agent_action')
    .single()
  const event = JSON.stringify({ userId: user.userId, event: { type: 'folders', mailboxId } })
  return {
    ...user,
    mailboxId,
    folderId,
    otherId,
    actionId: String(action?.id),
    event,
    client: tables.client(user.token),
  }
}

/** Everything that was published until now: a later notification arrives after it. */
async function events(): Promise<string[]> {
  const last = { userId: randomUUID(), event: { type: 'connections' } } as const
  await tables.db.asService((tx) => publishLiveEvent(tx, last.userId, last.event))
  await expect.poll(() => published.at(-1)).toBe(JSON.stringify(last))
  const before = published.slice(0, -1)
  published = []
  return before
}

test.each([
  { instructions: 'Invoices.' },
  { active: false },
  { include_in_ai: false },
  { include_security_email: true },
  { active: false, include_in_ai: false, instructions: 'Invoices.' },
])('a folder: %j is one event to its user', async (change) => {
  const { client, folderId, event } = await addOwner()
  expect((await client.from('email_folders').update(change).eq('id', folderId)).error).toBeNull()
  expect(await events()).toEqual([event])
  // Saved again without a difference.
  expect((await client.from('email_folders').update(change).eq('id', folderId)).error).toBeNull()
  expect(await events()).toEqual([])
})

test('several folders of a mailbox are one event', async () => {
  const { client, folderId, otherId, event } = await addOwner()
  await client.from('email_folders').update({ active: false }).in('id', [folderId, otherId])
  expect(await events()).toEqual([event])
})

test('an action that is added, configured, ordered, switched and removed', async () => {
  const { client, folderId, actionId: action_id, event } = await addOwner()
  const actions = () => client.from('email_folder_actions')
  const row = { folder_id: folderId, action_id, is_active: false, action_order: 1, config: {} }
  const added = await actions().insert(row).select('id').single()
  expect(added.error).toBeNull()
  expect(await events()).toEqual([event])
  for (const change of [{ is_active: true }, { action_order: 2 }, { config: { prompt: 'Thank them.' } }]) {
    expect((await actions().update(change).eq('id', added.data?.id)).error).toBeNull()
    expect([change, await events()]).toEqual([change, [event]])
  }
  await actions().delete().eq('id', added.data?.id)
  expect(await events()).toEqual([event])
})

test('nothing for a change that is refused or affects no row, and nothing else while a folder is deleted', async () => {
  const [owner, other] = [await addOwner(), await addOwner()]
  await other.client.from('email_folders').update({ active: false }).eq('id', owner.folderId)
  const tooLong = { instructions: 'x'.repeat(4001) }
  expect((await owner.client.from('email_folders').update(tooLong).eq('id', owner.folderId)).error).not.toBeNull()
  expect(await events()).toEqual([])
  const row = { folder_id: owner.folderId, action_id: owner.actionId, is_active: false, action_order: 1, config: {} }
  await owner.client.from('email_folder_actions').insert(row)
  await events()
  await tables.asOwner(`delete from auth.users where id = '${owner.userId}'`)
  expect(await events()).toEqual([])
})

test('the event equals the one that the server publishes: a transaction with both sends one', async () => {
  const { userId, mailboxId, folderId, event } = await addOwner()
  await tables.db.asService(async (tx) => {
    await tx.updateTable('email_folders').set({ instructions: 'Bills.' }).where('id', '=', folderId).execute()
    await publishLiveEvent(tx, userId, { type: 'folders', mailboxId })
  })
  expect(await events()).toEqual([event])
})
