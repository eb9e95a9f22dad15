import { describe, expect, test } from 'vitest'
import { actionConfigs, defaultActionConfigs, isUsableAction } from '../../../contract/actions.ts'
import { EmailAction } from '../../../contract/functions/email-actions.ts'
import { connectMailbox, callFunction, newMailbox, signUp, type Visitor } from '../../../test/kit/outlook.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'

const app = await appOfFile()
const who = await signUp(app)
const otherUser = await signUp(app)
const folderId = await folderOf(who)
const { body } = await callFunction(app, who, 'email-actions', { action: 'list' })
const actions = EmailAction.array().parse(body['actions'])

async function folderOf({ userId, token }: Visitor): Promise<string> {
  const mailbox_id = await connectMailbox(app, { userId, token }, await newMailbox(app))
  const { id } = await app.ctx.db.asService((tx) =>
    tx
      .insertInto('email_folders')
      .values({ user_id: userId, mailbox_id, folder_name: 'Mine', display_name: 'Mine', is_custom: true })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  return id
}
const add = (action_id: string) =>
  app.ctx.db.asService((tx) =>
    tx
      .insertInto('email_folder_actions')
      .values({ user_id: who.userId, folder_id: folderId, action_id, action_order: 1 })
      .execute(),
  )
for (const { id, action_type } of actions) if (isUsableAction(action_type)) await add(id)
const idOf = (type: string): string => actions.find(({ action_type }) => action_type === type)?.id ?? ''
const save = (type: string, config: unknown, { visitor = who, folder = folderId } = {}) =>
  callFunction(app, visitor, 'email-actions', { action: 'config', folderId: folder, actionId: idOf(type), config })
const stored = async (type: string) =>
  (
    await app.ctx.db.asService((tx) =>
      tx
        .selectFrom('email_folder_actions')
        .select('config')
        .where('folder_id', '=', folderId)
        .where('action_id', '=', idOf(type))
        .executeTakeFirst(),
    )
  )?.config

test('lists every action and marks those that are coming soon', () => {
  expect(actions.map(({ action_type }) => action_type).toSorted()).toEqual(
    [...Object.keys(actionConfigs), 'store_google_drive'].toSorted(),
  )
  expect(actions.filter(({ coming_soon }) => coming_soon).map(({ name }) => name)).toEqual([
    'Google Drive (Coming Soon)',
  ])
})

describe('saving a configuration', () => {
  test.each([
    ['draft_reply', { tone: 'casual', maxFiles: 5, maxContextLength: 3000, instructions: 'Be brief.\nGrüße 🙂' }],
    ['forward_mail', { destination_email: "o'neil+bills@accounts.example.com" }],
    ['store_attachment_dropbox', { baseFolderPath: 'Invoices/2026', preserveOriginalNames: false }],
    ['store_attachment_google_drive', { provider: 'google_drive', prompt: 'By sender' }],
    ['store_attachment_onedrive', {}],
    ['ai_agent_action', { prompt: 'x'.repeat(4000), maxConnections: 1 }],
  ])('%s accepts %j and adds the defaults', async (type, config) => {
    const { status, body } = await save(type, config)
    expect({ status, body }).toMatchObject({ status: 200, body: { success: true } })
    const defaults = isUsableAction(type) ? defaultActionConfigs[type] : {}
    expect(body['config']).toEqual({ ...defaults, ...config })
    expect(await stored(type)).toEqual({ ...defaults, ...config })
  })

  test.each([
    ['draft_reply', { tone: 'rude' }],
    ['draft_reply', { responseLength: 'endless' }],
    ['draft_reply', { maxFiles: 0 }],
    ['draft_reply', { maxFiles: 2.5 }],
    ['draft_reply', { maxContextLength: 600 }],
    ['draft_reply', { maxContextLength: 3250 }],
    ['draft_reply', { includeGreeting: 'yes' }],
    ['draft_reply', { dataSource: 'somewhere' }],
    ['draft_reply', { instructions: 'x'.repeat(4001) }],
    ['draft_reply', { instructions: 'a\0b' }],
    ['draft_reply', { destination_email: 'a@example.com' }],
    ['forward_mail', {}],
    ['forward_mail', { destination_email: '' }],
    ['forward_mail', { destination_email: 'a@example.com,b@example.com' }],
    ['forward_mail', { destination_email: 'A <a@example.com>' }],
    ['forward_mail', { destination_email: 'a@example.com\r\nBcc: b@example.com' }],
    ['forward_mail', { destination_email: 'a@example.com', bcc: 'b@example.com' }],
    ['store_attachment_dropbox', { provider: 'onedrive' }],
    ['store_attachment_dropbox', { baseFolderPath: 'Invoices/../../secret' }],
    ['store_attachment_dropbox', { baseFolderPath: 'C:\\Invoices' }],
    ['ai_agent_action', { maxConnections: 6 }],
    ['ai_agent_action', { maxContextLength: 499 }],
  ])('%s refuses %j and keeps the saved configuration', async (type, config) => {
    const before = await stored(type)
    const { status, body } = await save(type, config)
    expect({ status, body }).toMatchObject({ status: 400, body: { error: { code: 'action_config_invalid' } } })
    expect(await stored(type)).toEqual(before)
  })

  test('names the invalid field and the accepted values', async () => {
    const { body } = await save('draft_reply', { maxFiles: 9 })
    expect(body).toMatchObject({
      error: { message: 'These settings do not fit the action. maxFiles: Choose 1 to 5.' },
    })
  })
})

describe('the order of a folder’s actions', () => {
  const order = (actionIds: string[], visitor = who) =>
    callFunction(app, visitor, 'email-actions', { action: 'order', folderId, actionIds })
  const inOrder = () =>
    app.ctx.db.asService(async (tx) => {
      const rows = await tx
        .selectFrom('email_folder_actions')
        .select(['action_id', 'action_order'])
        .where('folder_id', '=', folderId)
        .orderBy('action_order')
        .execute()
      return rows.map(({ action_id }) => action_id)
    })

  test('is saved completely, even by two concurrent requests', async () => {
    const ids = await inOrder()
    const [one, other] = [ids.toReversed(), [...ids.slice(1), ...ids.slice(0, 1)]]
    await Promise.all([order(one), order(other), order(one)])
    expect([one, other]).toContainEqual(await inOrder())
    expect(await order(other)).toMatchObject({ status: 200, body: { success: true } })
    expect(await inOrder()).toEqual(other)
  })

  test('refuses incomplete and duplicate ids and other users, without changes', async () => {
    const ids = await inOrder()
    const changed = { status: 409, body: { error: { code: 'folder_actions_changed' } } }
    expect(await order(ids.slice(1))).toMatchObject(changed)
    expect(await order([...ids.slice(1), ...ids.slice(1, 2)])).toMatchObject(changed)
    expect(await order(ids.toReversed(), otherUser)).toMatchObject(changed)
    expect(await inOrder()).toEqual(ids)
  })
})

describe('the first save', () => {
  const actionId = idOf('ai_agent_action')
  const first = (config: object, { visitor = who, configVersion = 0 } = {}) => {
    const input = { action: 'config', folderId, actionId, config, configVersion, activate: true }
    return callFunction(app, visitor, 'email-actions', input)
  }
  const row = () =>
    app.ctx.db.asService((tx) =>
      tx
        .selectFrom('email_folder_actions as f')
        .leftJoin('app.action_plans as plan', 'plan.folder_action_id', 'f.id')
        .select(['f.is_active', 'f.action_order', 'f.config_version', 'plan.config_version as planned'])
        .where('f.folder_id', '=', folderId)
        .where('f.action_id', '=', actionId)
        .executeTakeFirst(),
    )

  test('adds the action at the end, switched on with its plan; only once, and only to an own folder', async () => {
    await app.ctx.db.asService(async (tx) => {
      await tx.deleteFrom('email_folder_actions').where('action_id', '=', actionId).execute()
      await tx.updateTable('email_folder_actions').set({ action_order: 7 }).where('folder_id', '=', folderId).execute()
    })
    const config = { prompt: 'Make a contact of the sender' }
    expect(await first(config, { visitor: otherUser })).toMatchObject({ status: 404 })
    expect(await first(config, { configVersion: 1 })).toMatchObject({ status: 404 })
    expect(await first({ prompt: 1 })).toMatchObject({ status: 400 })
    expect(await row()).toBeUndefined()
    const added = { is_active: true, action_order: 8, config_version: 1, planned: 1 }
    expect(await first(config)).toMatchObject({ status: 200, body: { success: true } })
    expect(await row()).toEqual(added)
    expect(await first(config)).toMatchObject({ status: 200 })
    expect(await first({ prompt: 'Of another window' })).toMatchObject({ status: 409 })
    expect(await row()).toEqual(added)
  })
})

test('an action that is coming soon can be neither added nor configured', async () => {
  await expect(add(idOf('store_google_drive'))).rejects.toMatchObject({ code: '23514' })
  expect(await save('store_google_drive', {})).toMatchObject({ status: 409 })
})

describe('two windows that configure one action', () => {
  const versioned = (config: object, configVersion: number) =>
    callFunction(app, who, 'email-actions', {
      action: 'config',
      folderId,
      actionId: idOf('draft_reply'),
      config,
      configVersion,
    })
  const version = async (): Promise<number> => {
    const row = app.ctx.db.asService((tx) =>
      tx
        .selectFrom('email_folder_actions')
        .select('config_version')
        .where('folder_id', '=', folderId)
        .where('action_id', '=', idOf('draft_reply'))
        .executeTakeFirstOrThrow(),
    )
    return (await row).config_version
  }
  const changed = { status: 409, body: { error: { code: 'action_config_changed' } } }

  test("the second is refused with advice, and the first one's configuration stays", async () => {
    const read = await version()
    expect(await versioned({ instructions: 'of the first' }, read)).toMatchObject({ status: 200 })
    expect(await versioned({ instructions: 'of the second' }, read)).toMatchObject(changed)
    expect(await stored('draft_reply')).toMatchObject({ instructions: 'of the first' })
    expect(await versioned({ instructions: 'of the second' }, await version())).toMatchObject({ status: 200 })
    expect(await stored('draft_reply')).toMatchObject({ instructions: 'of the second' })
  })

  test('exactly one of many concurrent requests succeeds', async () => {
    const read = await version()
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) => versioned({ instructions: `number ${at}` }, read)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(9)
    const won = answers.findIndex(({ status }) => status === 200)
    expect(await stored('draft_reply')).toMatchObject({ instructions: `number ${won}` })
  })

  test('a repeated identical request succeeds', async () => {
    const read = await version()
    for (const _ of [1, 2])
      expect(await versioned({ instructions: 'asked twice' }, read)).toMatchObject({ status: 200 })
  })
})
