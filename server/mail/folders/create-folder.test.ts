import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { callFunction, requestsTo } from '../../../test/kit/outlook.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'

import { connectedFolders } from './testing/connected-folders.ts'

const app = await appOfFile()
const { connected, rowsOf, rowOf, pathsOf, sync, create, instruct, inOutlook, faults, outlookDown } =
  connectedFolders(app)

/** Each test creates folders of other names. */
const at = await connected()

test('creates the folder in Outlook', async () => {
  const { status, body } = await create(at, '  Travel plans ')
  expect({ status, body }).toMatchObject({
    status: 200,
    body: { success: true, folder: { folder_name: 'Travel plans', is_custom: false, active: true } },
  })
  const folders = JSON.stringify(await app.control('GET', `/control/outlook/${at.email}/folders`))
  expect(folders).toContain('Travel plans')
  await sync(at)
  expect((await pathsOf(at)).filter((path) => path === 'Travel plans')).toHaveLength(1)
})

test('creates the folder below another one, or refuses', async () => {
  await create(at, 'Club')
  const parentId = (await rowOf(at, 'Club'))?.id ?? ''
  const inside = (folderName: string, parentFolderId: string) =>
    callFunction(app, at.who, 'mail-graph', {
      action: 'create-folder',
      mailboxId: at.mailboxId,
      folderName,
      parentFolderId,
    })
  expect((await inside('Boats', parentId)).body).toMatchObject({
    folder: { folder_name: 'Boats', display_name: 'Club/Boats', parent_folder_id: parentId },
  })
  await sync(at)
  expect((await pathsOf(at)).filter((path) => path === 'Club/Boats')).toHaveLength(1)
  expect((await inside('boats', parentId)).body).toMatchObject({ error: { code: 'folder_exists' } })
  expect((await inside('Boats', randomUUID())).body).toMatchObject({ error: { code: 'folder_not_found' } })
  // A custom folder could be created only at the top later.
  await faults(outlookDown)
  expect((await inside('Oars', parentId)).body).toMatchObject({ error: { code: 'outlook_unreachable' } })
  await faults([])
})

test('stores the instructions with the folder, trimmed and limited in length', async () => {
  const withInstructions = (folderName: string, instructions: string) =>
    callFunction(app, at.who, 'mail-graph', {
      action: 'create-folder',
      mailboxId: at.mailboxId,
      folderName,
      instructions,
    })
  const { body } = await withInstructions('Gardening', '  Seed catalogues  ')
  expect(body).toMatchObject({ folder: { folder_name: 'Gardening', instructions: 'Seed catalogues' } })
  await sync(at)
  expect(await rowOf(at, 'Gardening')).toMatchObject({ instructions: 'Seed catalogues' })
  expect(await withInstructions('Plants', 'x'.repeat(4001))).toMatchObject({ status: 400 })
})

test.for([
  ['', 'folder_name_required'],
  ['   ', 'folder_name_required'],
  ['x'.repeat(256), 'folder_name_too_long'],
  ['a\u0007b', 'folder_name_invalid'],
])('refuses the name %j', async ([name, code]) => {
  expect(await create(at, name)).toMatchObject({ status: 400, body: { error: { code } } })
})

test('refuses a name that exists here or as a hidden or reserved folder', async () => {
  const at = await connected([{ displayName: 'Bills' }, { displayName: 'Hidden', isHidden: true }])
  const taken = { status: 409, body: { error: { code: 'folder_exists' } } }
  expect(await create(at, 'bills')).toMatchObject(taken)
  expect(await create(at, 'Hidden')).toMatchObject(taken)
  expect(await create(at, 'Inbox')).toMatchObject(taken)
  await app.control('PUT', '/control/config', { folderExistsStatus: 400 })
  expect(await create(at, 'Hidden')).toMatchObject(taken)
  await app.control('PUT', '/control/config', { folderExistsStatus: 409 })
})

test('creates a custom folder while Outlook is down, and a later sync creates it in Outlook', async () => {
  await faults(outlookDown)
  const { status, body } = await create(at, 'Later')
  expect({ status, body }).toMatchObject({
    status: 200,
    body: { success: true, folder: { is_custom: true, provider_folder_id: null } },
  })
  expect(await create(at, 'later')).toMatchObject({ status: 409 })
  await faults([])
  expect((await sync(at)).status).toBe(200)
  expect(await rowOf(at, 'Later')).toMatchObject({
    is_custom: false,
    awaits_outlook: false,
    provider_folder_id: expect.any(String),
  })
  expect(JSON.stringify(await app.control('GET', `/control/outlook/${at.email}/folders`))).toContain('"Later"')
})

test('shows the names that the user wrote, and creates each in Outlook once', async () => {
  const at = await connected()
  const names = [
    '❤\ufe0f Wedding',
    '👨\u200d👩\u200d👧 Family',
    '👩\u200d💻 Work',
    'می\u200cخواهم',
    'ශ්\u200dරී ලංකා',
    'Tax  2026',
    '1\ufe0f⃣ First',
    '葛\u{e0100}城',
  ]
  await faults(outlookDown)
  for (const name of names) expect(await create(at, name)).toMatchObject({ status: 200 })
  await faults([])
  await app.advance('20 min')
  await sync(at)
  for (let round = 0; round < 2; round++) {
    const rows = (await rowsOf(at)).filter(({ folder_name }) => names.includes(folder_name))
    expect(rows.map(({ display_name }) => display_name).toSorted()).toEqual(names.toSorted())
    for (const row of rows) expect(row).toMatchObject({ is_custom: false, awaits_outlook: false })
    await sync(at)
  }
  expect((await rowsOf(at)).filter(({ is_custom }) => is_custom)).toEqual([])
  for (const name of names) expect(await create(at, name)).toMatchObject({ status: 409 })
})

test('adopts a folder that exists in Outlook but not in our list', async () => {
  const at = await connected([{ displayName: 'Club' }])
  const parentId = (await rowOf(at, 'Club'))?.id ?? ''
  const provider_folder_id = (await inOutlook(at, 'POST', '', { displayName: 'Bills' })).id
  expect((await create(at, 'bills')).body).toMatchObject({
    folder: { provider_folder_id, folder_name: 'Bills', is_custom: false },
  })
  const club = (await rowOf(at, 'Club'))?.provider_folder_id
  const inside = await inOutlook(at, 'POST', `/${club}/childFolders`, { displayName: 'Bills' })
  const { body } = await callFunction(app, at.who, 'mail-graph', {
    action: 'create-folder',
    mailboxId: at.mailboxId,
    folderName: 'Bills',
    parentFolderId: parentId,
  })
  expect(body).toMatchObject({ folder: { provider_folder_id: inside.id, parent_folder_id: parentId } })
  expect((await pathsOf(at)).filter((path) => path.includes('Bills'))).toEqual(['Bills', 'Club/Bills'])
})

test('creates a folder again that was deleted in Outlook, with its settings and switched on', async () => {
  const at = await connected([{ displayName: 'Bills', children: [{ displayName: 'Paid' }] }])
  const [bills, paid] = [await rowOf(at, 'Bills'), await rowOf(at, 'Bills/Paid')]
  await instruct(bills?.id ?? '', 'all bills')
  await inOutlook(at, 'DELETE', `/${bills?.provider_folder_id}`)
  await sync(at)
  await app.ctx.db.asService((tx) =>
    tx
      .updateTable('email_folders')
      .set({ active: false })
      .where('id', '=', bills?.id ?? '')
      .execute(),
  )
  const withInstructions = (folderName: string, instructions: string, parentFolderId?: string) =>
    callFunction(app, at.who, 'mail-graph', {
      action: 'create-folder',
      mailboxId: at.mailboxId,
      folderName,
      instructions,
      parentFolderId,
    })
  expect((await withInstructions('BILLS', 'from the bank')).body).toMatchObject({
    folder: {
      id: bills?.id,
      folder_name: 'Bills',
      instructions: 'all bills\nfrom the bank',
      active: true,
      is_custom: false,
    },
  })
  expect((await withInstructions('Paid', 'paid bills', bills?.id)).body).toMatchObject({
    folder: { id: paid?.id, display_name: 'Bills/Paid', parent_folder_id: bills?.id, instructions: 'paid bills' },
  })
  await sync(at)
  expect((await pathsOf(at)).filter((path) => path.includes('Bills'))).toEqual(['Bills', 'Bills/Paid'])
})

test('finds the folder at once where only the response was lost', async () => {
  await faults([{ service: 'graph', method: 'POST', path: 'mailFolders', status: 504, when: 'after', times: 1 }])
  expect(await create(at, 'Once')).toMatchObject({ status: 200, body: { folder: { is_custom: false } } })
  await faults([])
})

test('leaves a folder custom whose name Outlook reserves', async () => {
  await faults(outlookDown)
  expect(await create(at, 'Drafts')).toMatchObject({ status: 200 })
  await faults([])
  await sync(at)
  expect(await rowOf(at, 'Drafts')).toMatchObject({ is_custom: true, awaits_outlook: false })
})

test('two concurrent requests create one folder', async () => {
  const answers = await Promise.all([create(at, 'Twice'), create(at, 'Twice')])
  // The second request may also adopt the folder of the first.
  expect(answers.map(({ status }) => status)).toContain(200)
  expect((await pathsOf(at)).filter((path) => path === 'Twice')).toHaveLength(1)
  await faults(outlookDown)
  const custom = await Promise.all([create(at, 'Thrice'), create(at, 'Thrice')])
  await faults([])
  expect(custom.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  // Where both requests have reached Outlook, calls to it pause.
  await app.advance('20 min')
})

test('fails where Outlook refuses, and stores nothing', async () => {
  await faults([{ service: 'graph', method: 'POST', path: 'mailFolders', status: 403, times: 1 }])
  expect(await create(at, 'Forbidden')).toMatchObject({ status: 502, body: { error: { code: 'outlook_refused' } } })
  expect(await rowOf(at, 'Forbidden')).toBeUndefined()
})

test('does not create a second folder where the response was lost and Outlook is down', async () => {
  const at = await connected()
  await faults([
    { service: 'graph', method: 'POST', path: 'mailFolders', status: 504, when: 'after', times: 1 },
    ...outlookDown,
  ])
  expect(await create(at, 'Once')).toMatchObject({ status: 200, body: { folder: { is_custom: true } } })
  await faults([])
  await app.control('DELETE', '/control/requests?service=graph')
  await app.advance('1 min')
  await app.runDueJobs()
  expect(await rowOf(at, 'Once')).toMatchObject({ is_custom: false })
  const posts = (await requestsTo(app, 'graph')).filter(({ method }) => method === 'POST')
  expect(posts.filter(({ mailbox }) => mailbox === at.email)).toEqual([])
})
