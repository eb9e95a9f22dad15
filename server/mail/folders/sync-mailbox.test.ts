import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  accessTokenOf,
  callFunction,
  addMailbox,
  connectMailbox,
  newMailbox,
  requestsTo,
  signUp,
  type Visitor,
} from '../../../test/kit/outlook.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'
import { findFolders } from './folder-queries.ts'

const app = await appOfFile()

interface Connected {
  who: Visitor
  mailboxId: string
  email: string
}

async function connected(folders: unknown[] = []): Promise<Connected> {
  const who = await signUp(app)
  const email = await newMailbox(app, { folders })
  return { who, email, mailboxId: await addMailbox(app, who.userId, email) }
}

const rowsOf = ({ mailboxId }: Connected) => app.ctx.db.asService((tx) => findFolders(tx, mailboxId))
const rowOf = async (at: Connected, path: string) => (await rowsOf(at)).find((row) => row.display_name === path)
const pathsOf = async (at: Connected) => (await rowsOf(at)).map((row) => row.display_name).sort()
const sync = ({ who, mailboxId }: Connected) =>
  callFunction(app, who, 'mail-graph', { action: 'sync-folders', mailboxId })
const create = ({ who, mailboxId }: Connected, folderName: unknown) =>
  callFunction(app, who, 'mail-graph', { action: 'create-folder', mailboxId, folderName })
const instruct = (id: string, instructions: string) =>
  app.ctx.db.asService((tx) => tx.updateTable('email_folders').set({ instructions }).where('id', '=', id).execute())

/** What the user does in Outlook, through Graph. */
async function inOutlook(
  { mailboxId }: Connected,
  method: string,
  path: string,
  body?: object,
): Promise<{ id: string }> {
  const token = await accessTokenOf(app.ctx, mailboxId)
  const answer = await fetch(`${app.sandbox.url}/graph.microsoft.com/v1.0/me/mailFolders${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`)
  return answer.status === 204 ? { id: '' } : answer.json()
}
const faults = (rules: object[]) => app.control('PUT', '/control/faults', rules)
const outlookDown = [{ service: 'graph', path: '', status: 503 }]

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

describe('sync', () => {
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
    const at = await connected([
      { displayName: 'Club', children: [{ displayName: 'Bills' }] },
      { displayName: 'Bills' },
    ])
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
})

describe('create-folder', () => {
  /** Each test creates folders of other names. */
  let at: Connected
  beforeAll(async () => {
    at = await connected()
  })

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
})
