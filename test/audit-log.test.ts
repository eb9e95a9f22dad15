import { expect, test } from 'vitest'
import { AccountActivityOutput } from '../contract/functions/account-activity.ts'
import { actingMailbox, type ActingMailbox } from './kit/acting-mailbox.ts'
import { callFunction, connectMailbox, newMailbox, signUp, type Visitor } from './kit/outlook.ts'
import { connectService } from './kit/services.ts'
import { appOfFile } from './kit/start-app.ts'

const app = await appOfFile()

const eventsOf = async (who: Visitor) =>
  AccountActivityOutput.parse((await callFunction(app, who, 'account-activity', { action: 'list' })).body).events
/** Oldest first, without the entries that the account module records. */
const actionsOf = async (who: Visitor) =>
  (await eventsOf(who))
    .map(({ action }) => action)
    .filter((action) => !/^sign|password/.test(action))
    .toReversed()

test('records connections, disconnections and configurations with their origin', async () => {
  const [who, otherUser] = [await signUp(app), await signUp(app)]
  const mailboxId = await connectMailbox(app, who, await newMailbox(app))
  await connectService(app, who, 'dropbox')
  await callFunction(app, who, 'service-connections', { action: 'disconnect', provider: 'dropbox' })
  // Nothing is left to disconnect, so no event is recorded; refused calls record none either.
  await callFunction(app, who, 'service-connections', { action: 'disconnect', provider: 'dropbox' })
  await callFunction(app, otherUser, 'mail-authentication', { action: 'disconnect', mailboxId })
  await callFunction(app, who, 'mail-authentication', { action: 'disconnect', mailboxId })
  expect(await actionsOf(who)).toEqual([
    'mailbox_connected',
    'service_connected',
    'service_disconnected',
    'mailbox_disconnected',
  ])
  expect(await actionsOf(otherUser)).toEqual([])
  const [newest] = await eventsOf(who)
  expect(newest).toMatchObject({ ip: '127.0.0.1', userAgent: expect.any(String) })
})

test('records a saved configuration of an action, and not a refused one', async () => {
  const acting = await actingMailbox(app, ['draft_reply', 'forward_mail'])
  const setUp = async () => (await actionsOf(acting.who)).filter((action) => action !== 'mailbox_connected')
  await expect(acting.configure('draft_reply', { tone: 'no tone that there is' })).rejects.toThrow('400')
  expect(await setUp()).toEqual([])
  await acting.configure('draft_reply', { includeFileContext: false })
  expect(await setUp()).toEqual(['action_set_up'])
  await acting.configure('forward_mail', { destination_email: 'bo@friends.example' })
  expect(await setUp()).toEqual(['action_set_up', 'action_set_up', 'forward_address_asked'])
})

test('names the destination of an action, also where a client writes it through the table API', async () => {
  const acting = await actingMailbox(app, ['draft_reply', 'forward_mail', 'store_attachment_dropbox'])
  const details = async () =>
    (await eventsOf(acting.who)).filter(({ action }) => action === 'action_set_up').map(({ detail }) => detail)
  await acting.configure('forward_mail', { destination_email: 'bo@friends.example' })
  await acting.configure('store_attachment_dropbox', { baseFolderPath: '/Accounting' })
  await acting.change('store_attachment_dropbox', { config: { baseFolderPath: '/Shared' } })
  await acting.change('forward_mail', { config: { destination_email: 'eve@attacker.example' } })
  await acting.change('draft_reply', { config: { includeFileContext: false } })
  // A byte order mark is no part of the JSON that is written.
  const own = `folder_id=eq.${acting.folderId}&action_id=eq.${acting.actionId('store_attachment_dropbox')}`
  const marked = `\ufeff${JSON.stringify({ config: { baseFolderPath: '/Marked' } })}`
  await acting.mailbox.rows(`email_folder_actions?${own}`, { method: 'PATCH', body: marked })
  const saved = [null, '/Accounting', '/Shared', '/Marked', 'bo@friends.example', 'eve@attacker.example']
  expect(new Set(await details())).toEqual(new Set(saved))
  const folders = await app.ctx.db.asService((tx) =>
    tx
      .insertInto('email_folders')
      .values(Array.from({ length: 21 }, (_, n) => folderRow(acting, `Hidden ${n}`)))
      .returning('id')
      .execute(),
  )
  const many = folders.map(({ id }, n) => ({
    folder_id: id,
    action_id: acting.actionId('store_attachment_dropbox'),
    action_order: 1,
    config: { baseFolderPath: `/Hidden ${n}` },
  }))
  const refused = acting.mailbox.rows('email_folder_actions', { method: 'POST', body: JSON.stringify(many) })
  await expect(refused).rejects.toThrow('at most 20 actions')
  expect(new Set(await details())).toEqual(new Set(saved))
})

const folderRow = ({ who, mailbox: { mailboxId } }: ActingMailbox, name: string) => ({
  user_id: who.userId,
  mailbox_id: mailboxId,
  folder_name: name,
  display_name: name,
  is_custom: true,
})
