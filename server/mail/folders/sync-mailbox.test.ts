import { expect, test } from 'vitest'
import { callFunction, connectMailbox, newMailbox, requestsTo, signUp } from '../../../test/kit/outlook.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'

import { connectedFolders } from './testing/connected-folders.ts'

const app = await appOfFile()
const { connected, rowsOf, rowOf, pathsOf, sync, create, instruct, inOutlook, faults, outlookDown } =
  connectedFolders(app)

test('reads nested and paged folders once each, and excludes folders that are not targets', async () => {
  const many = Array.from({ length: 120 }, (_, index) => ({
    displayName: `Project ${String(index).padStart(3, '0')}`,
  }))
  const at = await connected([
    { displayName: 'Work', children: [{ displayName: 'Invoices', children: [{ displayName: '2026 / "Q1"' }] }] },
    { displayName: 'Счета' },
    { displayName: 'Secret', isHidden: true },
    { displayName: 'Unread', searchQuery: 'isRead eq false' },
    { displayName: 'Parent', children: many },
  ])
  const paths = await pathsOf(at)
  expect(paths).toEqual(
    expect.arrayContaining([
      'Archive',
      'Work',
      'Work/Invoices',
      'Work/Invoices/2026 / "Q1"',
      'Счета',
      'Parent/Project 119',
    ]),
  )
  expect(paths.filter((path) => path.startsWith('Parent/'))).toHaveLength(120)
  for (const never of [
    'Inbox',
    'Drafts',
    'Sent Items',
    'Deleted Items',
    'Junk Email',
    'Outbox',
    'Secret',
    'Unread',
    'Conversation History',
  ]) {
    expect(paths).not.toContain(never)
  }
  const rows = await rowsOf(at)
  expect(rows.find((row) => row.display_name === 'Archive')?.include_in_ai).toBe(false)
  const work = rows.find((row) => row.display_name === 'Work')
  expect(rows.find((row) => row.display_name === 'Work/Invoices')).toMatchObject({
    folder_name: 'Invoices',
    parent_folder_id: work?.id,
    active: true,
    include_in_ai: true,
    is_custom: false,
  })
  expect((await sync(at)).body).toEqual({ success: true, folder_count: rows.length })
  expect(await pathsOf(at)).toEqual(paths)
})

test('recognizes the default folders by their well-known names, not by their display names', async () => {
  const who = await signUp(app)
  const email = await newMailbox(app, { language: 'de' })
  const paths = await pathsOf({ who, email, mailboxId: await connectMailbox(app, who, email) })
  for (const never of ['Posteingang', 'Gelöschte Elemente', 'Entwürfe', 'Inbox', 'Drafts'])
    expect(paths).not.toContain(never)
})

test('keeps the instructions of a renamed or moved folder', async () => {
  const at = await connected([{ displayName: 'Bills' }, { displayName: 'Work' }])
  const [bills, work] = [await rowOf(at, 'Bills'), await rowOf(at, 'Work')]
  await instruct(bills?.id ?? '', 'everything with an amount')
  await inOutlook(at, 'PATCH', `/${bills?.provider_folder_id}`, { displayName: 'Invoices' })
  await inOutlook(at, 'POST', `/${bills?.provider_folder_id}/move`, { destinationId: work?.provider_folder_id })
  expect((await sync(at)).status).toBe(200)
  expect(await rowOf(at, 'Work/Invoices')).toMatchObject({
    id: bills?.id,
    folder_name: 'Invoices',
    parent_folder_id: work?.id,
    instructions: 'everything with an amount',
  })
  expect(await rowOf(at, 'Bills')).toBeUndefined()
})

test('makes a deleted folder custom with its instructions, and does not create it again', async () => {
  const at = await connected([{ displayName: 'Club', children: [{ displayName: 'Bills' }] }, { displayName: 'Bills' }])
  const [club, bills] = [await rowOf(at, 'Club'), await rowOf(at, 'Bills')]
  await instruct(bills?.id ?? '', 'all bills')
  await inOutlook(at, 'DELETE', `/${club?.provider_folder_id}`)
  await inOutlook(at, 'DELETE', `/${bills?.provider_folder_id}`)
  for (let round = 0; round < 2; round++) {
    expect((await sync(at)).status).toBe(200)
    const custom = (await rowsOf(at)).filter((row) => row.is_custom)
    expect(custom).toHaveLength(3)
    expect(custom.map((row) => row.folder_name).sort()).toEqual(['Bills', 'Bills', 'Club'])
    expect(custom.map((row) => row.display_name).sort()).toEqual(['Bills', 'Club', 'Club/Bills'])
    expect(custom.find((row) => row.id === bills?.id)).toMatchObject({
      instructions: 'all bills',
      provider_folder_id: null,
    })
  }
})

test('keeps a folder with a slash in its name apart from one below another', async () => {
  const at = await connected([{ displayName: 'Clients' }, { displayName: 'Clients/2026' }])
  const [clients, slash] = [await rowOf(at, 'Clients'), await rowOf(at, 'Clients/2026')]
  await instruct(slash?.id ?? '', 'all of 2026')
  const inside = { parentFolderId: clients?.id, folderName: '2026' }
  const { body } = await callFunction(app, at.who, 'mail-graph', {
    action: 'create-folder',
    mailboxId: at.mailboxId,
    ...inside,
  })
  expect(body).toMatchObject({ folder: { folder_name: '2026', display_name: 'Clients › 2026' } })
  await inOutlook(at, 'DELETE', `/${slash?.provider_folder_id}`)
  await inOutlook(at, 'DELETE', `/${(await rowOf(at, 'Clients › 2026'))?.provider_folder_id}`)
  await sync(at)
  // Deleted in Outlook, both are matched again by their own names only.
  const child = await inOutlook(at, 'POST', `/${clients?.provider_folder_id}/childFolders`, { displayName: '2026' })
  await sync(at)
  const rows = await rowsOf(at)
  expect(rows.find(({ id }) => id === slash?.id)).toMatchObject({ is_custom: true, instructions: 'all of 2026' })
  expect(rows.find(({ provider_folder_id }) => provider_folder_id === child.id)).toMatchObject({
    instructions: '',
    display_name: 'Clients › 2026',
    path: ['Clients', '2026'],
  })
  expect((await create(at, 'CLIENTS/2026')).body).toMatchObject({ folder: { id: slash?.id } })
  expect(await create(at, 'CLIENTS/2026')).toMatchObject({ status: 409 })
  expect(await create(at, '2026')).toMatchObject({ status: 200 })
})

test('links a custom folder to a new Outlook folder of the same name', async () => {
  const at = await connected([{ displayName: 'Bills' }])
  const bills = await rowOf(at, 'Bills')
  await instruct(bills?.id ?? '', 'all bills')
  await inOutlook(at, 'DELETE', `/${bills?.provider_folder_id}`)
  await sync(at)
  const made = await inOutlook(at, 'POST', '', { displayName: 'bills' })
  await sync(at)
  expect(await rowOf(at, 'bills')).toMatchObject({
    id: bills?.id,
    provider_folder_id: made.id,
    is_custom: false,
    instructions: 'all bills',
  })
})

test('keeps the settings of a folder that was deleted and created again', async () => {
  const at = await connected([{ displayName: 'Bills' }])
  const bills = await rowOf(at, 'Bills')
  await instruct(bills?.id ?? '', 'all bills')
  await app.control('POST', '/control/faults', {
    action: 'folderRecreated',
    match: { mailbox: at.email },
    options: { folder: 'Bills' },
  })
  await sync(at)
  expect(await rowOf(at, 'Bills')).toMatchObject({ id: bills?.id, instructions: 'all bills', is_custom: false })
  expect((await rowOf(at, 'Bills'))?.provider_folder_id).not.toBe(bills?.provider_folder_id)
  const { body } = await callFunction(app, at.who, 'notifications', { action: 'list' })
  expect(body).toMatchObject({
    notifications: [{ kind: 'folder_recreated', folder: 'Bills', mailbox: { id: at.mailboxId } }],
  })
})

test.for(['410', '404'])('starts over where a page of the folder list has expired (%s)', async (status) => {
  const at = await connected(Array.from({ length: 120 }, (_, n) => ({ displayName: `Project ${n}` })))
  const before = await pathsOf(at)
  await faults([
    {
      service: 'graph',
      path: 'mailFolders\\?.*skip',
      status: Number(status),
      times: 1,
      body: { error: { code: 'SyncStateNotFound', message: '' } },
    },
  ])
  expect((await sync(at)).status).toBe(200)
  expect(await pathsOf(at)).toEqual(before)
  await faults([])
})

test('reports that Outlook does not respond, and changes nothing', async () => {
  const at = await connected([{ displayName: 'Bills' }])
  const before = await rowsOf(at)
  await faults(outlookDown)
  expect(await sync(at)).toMatchObject({ status: 502, body: { error: { code: 'outlook_unreachable' } } })
  await faults([{ service: 'graph', path: 'mailFolders', status: 429, retryAfter: 7, times: 1 }])
  expect(await sync(at)).toMatchObject({ status: 503, body: { error: { code: 'outlook_busy' } } })
  await faults([])
  // Graph is not called again before the end of the requested pause.
  await app.control('DELETE', '/control/requests?service=graph')
  expect(await sync(at)).toMatchObject({ status: 503 })
  expect(await requestsTo(app, 'graph')).toEqual([])
  await app.advance('8 s')
  expect((await sync(at)).status).toBe(200)
  expect(await rowsOf(at)).toEqual(before)
})
