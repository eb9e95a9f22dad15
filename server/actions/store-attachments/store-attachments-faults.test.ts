import { createHash } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { FileProvider } from '../../../contract/providers.ts'
import { requestsTo } from '../../../test/kit/outlook.ts'
import { removeMailbox } from '../../../test/kit/remove-mailbox.ts'
import { allServices } from '../../../test/kit/services.ts'
import { startApp, type App } from '../../../test/kit/start-app.ts'
import { attached, storingMailbox, type StoringMailbox } from '../../../test/kit/storing-mailbox.ts'
import { disconnectService } from '../../connections/disconnect-service.ts'
import { updateMailboxStatus } from '../../mail/queries.ts'
import { retryRun } from '../retry-run.ts'

const full = {
  dropbox: { error: 'path/insufficient_space', path: '/upload' },
  google_drive: { error: 'storageQuotaExceeded', path: 'upload/drive' },
  onedrive: { status: 507, path: '' },
} as const satisfies Record<FileProvider, object>

/** Files of two or three chunks, the read that is uploaded, and the request that uploads a chunk. */
const sessions = {
  dropbox: { size: 8.5 * 2 ** 20, readsBefore: 2, chunk: { path: 'upload_session/append_v2$' } },
  google_drive: { size: 5.5e6, readsBefore: 1, chunk: { method: 'PUT', path: 'upload_id=' } },
  onedrive: { size: 4.5e6, readsBefore: 1, chunk: { method: 'PUT', path: 'uploadSession' } },
} as const satisfies Record<FileProvider, object>

const sum = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex')

let app: App
beforeAll(async () => {
  app = await startApp({ env: allServices })
})
afterAll(() => app[Symbol.asyncDispose]())
beforeEach(() => app.control('PUT', '/control/faults', []))

/** Resets Retry-After waits and expired Outlook sign-ins. */
async function worksAgain(store: StoringMailbox): Promise<void> {
  await app.advance('20 min')
  await app.ctx.db.asService((tx) => updateMailboxStatus(tx, store.mailbox.mailboxId, 'active'))
}

let mails = 0
async function arrives(store: StoringMailbox, fault: object | null = null): Promise<string> {
  mails += 1
  if (fault) await app.control('PUT', '/control/faults', [fault])
  const attachments = [attached(`file ${mails}.txt`, `content ${mails}`)]
  const { logId } = await store.sorted({ subject: `Bill ${mails}`, attachments })
  await settle(store, logId)
  return logId
}

const isOver = async (store: StoringMailbox, logId: string): Promise<boolean> =>
  (await store.runs(logId)).every(({ status }) => status !== 'waiting' && status !== 'running')

async function settle(store: StoringMailbox, logId: string): Promise<void> {
  await app.runDueJobs()
  for (let round = 0; round < 16 && !(await isOver(store, logId)); round += 1) {
    // The user's session expires after an hour, so the test waits longer only for lasting faults.
    await app.advance(round < 4 ? '2 min' : '3 hours')
    await store.reconcile()
  }
  expect(await isOver(store, logId)).toBe(true)
}

/** Expects that a finished run has stored its whole file, and that any other run says why not. */
async function isHonest(store: StoringMailbox, logId: string): Promise<string> {
  const [run] = await store.runs(logId)
  const there = Object.keys(await store.stored()).filter((path) => path.includes(`file ${mails}`))
  if (run?.status === 'done') expect([there, run.effects.length]).toEqual([[`/file ${mails}.txt`], 1])
  else {
    expect(there.length).toBeLessThanOrEqual(1)
    expect([run?.status, run?.reason]).toEqual([expect.stringMatching(/^(failed|skipped)$/), expect.any(String)])
  }
  return run?.status ?? 'none'
}

const needsSignIn = ['connection_needs_sign_in', 'permission_missing', 'not_connected']

/** Expects that the run succeeds after recovery: a sign-in retries it, otherwise the user does. */
async function canBeTriedAgain(store: StoringMailbox, logId: string): Promise<void> {
  await app.control('PUT', '/control/faults', [])
  const [run] = await store.runs(logId)
  const account = await store.blockedBy(logId)
  expect(account !== null).toBe(needsSignIn.includes(run?.reason ?? ''))
  if (account === store.provider) await store.reconnect()
  else await retryRun(app.ctx, { userId: store.who.userId, runId: run?.id ?? '' })
  await settle(store, logId)
  expect(await isHonest(store, logId)).toBe('done')
}

describe.for(FileProvider.options)('%s', (provider) => {
  let store: StoringMailbox
  beforeAll(async () => {
    store = await storingMailbox(app, provider)
  })
  // Advancing the clock maintains all mailboxes; the other ones do not need this mailbox.
  afterAll(() => removeMailbox(app, store.mailbox.mailboxId))
  beforeEach(() => worksAgain(store))

  test('reports a full quota and continues once there is space', async () => {
    const logId = await arrives(store, { service: store.service, mailbox: store.email, ...full[provider] })
    expect((await store.runs(logId))[0]).toMatchObject({ status: 'failed', reason: 'quota_full' })
    expect((await store.attachmentRows()).at(-1)).toMatchObject({ state: 'failed', reason: 'no_room' })
    await canBeTriedAgain(store, logId)
  })

  const attachmentRead = () => ({
    service: 'graph',
    mailbox: store.mailbox.email,
    path: '/attachments/.*value',
    times: 1,
  })

  test.for([0, 1])('stores what Outlook returns twice, where response %i is not the attachment', async (skip) => {
    const logId = await arrives(store, { ...attachmentRead(), skip, status: 200, body: { unexpected: true } })
    expect(await isHonest(store, logId)).toBe('done')
    const content = `content ${mails}`
    expect(await store.stored()).toMatchObject({ [`/file ${mails}.txt`]: sum(content) })
    expect((await store.attachmentRows()).at(-1)).toMatchObject({ state: 'done', size: content.length })
  })

  test('does not continue a session that has received other bytes than the attachment', async () => {
    const { size, readsBefore, chunk } = sessions[provider]
    const content = Buffer.alloc(size, `content ${mails}`)
    const other = { ...attachmentRead(), skip: readsBefore, status: 200, body: 'x'.repeat(size) }
    const lost = { service: store.service, mailbox: store.email, ...chunk, skip: 1, drop: true, times: 1 }
    await app.control('PUT', '/control/faults', [other, lost])
    const { logId } = await store.sorted({ subject: 'Large', attachments: [attached('large.bin', content)] })
    await settle(store, logId)
    expect((await store.runs(logId))[0]).toMatchObject({ status: 'done' })
    expect(await app.control('GET', '/control/faults')).toEqual([])
    expect(await store.stored()).toMatchObject({ '/large.bin': sum(content) })
  })

  test('makes no further call after the grant was revoked, and notifies the user', async () => {
    const revoked = { dropbox: 'dropbox', google_drive: 'google', onedrive: 'outlook' }[provider]
    const path =
      revoked === 'outlook'
        ? `/control/outlook/${store.email}/token`
        : `/control/${revoked}/accounts/${store.email}/token`
    await app.control('PUT', path, { expireAccess: true, revokeRefresh: true })
    const logId = await arrives(store)
    expect((await store.runs(logId))[0]).toMatchObject({ status: 'failed', reason: 'connection_needs_sign_in' })
    expect(await isHonest(store, logId)).toBe('failed')
    await canBeTriedAgain(store, logId)
  })

  test('uploads nothing after the service was disconnected', async () => {
    const before = await store.stored()
    await disconnectService(app.ctx, { userId: store.who.userId, provider })
    const logId = await arrives(store)
    expect((await store.runs(logId))[0]).toMatchObject({ status: 'failed', reason: 'not_connected' })
    expect(await store.stored()).toEqual(before)
    await canBeTriedAgain(store, logId)
  })
})

describe('several files of a message', () => {
  let store: StoringMailbox
  beforeEach(async () => {
    store = await storingMailbox(app, 'dropbox')
  })
  afterEach(() => removeMailbox(app, store.mailbox.mailboxId))
  const fault = (rule: object) =>
    app.control('PUT', '/control/faults', [
      { service: 'dropbox', mailbox: store.email, path: 'files/upload$', times: 1, ...rule },
    ])
  async function three(): Promise<string> {
    const attachments = ['a', 'b', 'c'].map((name) => attached(`${name}.txt`))
    const { logId } = await store.sorted({ subject: 'Three', attachments })
    await settle(store, logId)
    return logId
  }
  const labels = async (logId: string) => (await store.runs(logId))[0]?.effects.map(({ label }) => label)

  test('a refused file does not prevent the others', async () => {
    await fault({ error: 'path/disallowed_name', skip: 1 })
    const logId = await three()
    const [run] = await store.runs(logId)
    expect(run).toMatchObject({
      status: 'failed',
      reason: 'refused',
      note: 'Left out: “b.txt” (the service refused it).',
    })
    expect(await labels(logId)).toEqual(['a.txt in /', 'c.txt in /'])
    await retryRun(app.ctx, { userId: store.who.userId, runId: run?.id ?? '' })
    await settle(store, logId)
    expect(await labels(logId)).toEqual(['a.txt in /', 'b.txt in /', 'c.txt in /'])
    expect(Object.keys(await store.stored()).toSorted()).toEqual(['/a.txt', '/b.txt', '/c.txt'])
  })

  test('a retry leaves an empty file out', async () => {
    await fault({ error: 'path/disallowed_name' })
    const attachments = [attached('empty.txt', ''), attached('b.txt')]
    const { logId } = await store.sorted({ subject: 'Two', attachments })
    await settle(store, logId)
    const [run] = await store.runs(logId)
    await retryRun(app.ctx, { userId: store.who.userId, runId: run?.id ?? '' })
    await settle(store, logId)
    expect(Object.keys(await store.stored())).toEqual(['/b.txt'])
  })

  test('an unreadable attachment is named and does not prevent the others', async () => {
    const at = { service: 'graph', mailbox: store.mailbox.email, path: '/attachments/.*value', times: 1 }
    await app.control('PUT', '/control/faults', [{ ...at, status: 404 }])
    const logId = await three()
    const note = 'Left out: “a.txt” (Outlook did not hand it out).'
    expect((await store.runs(logId))[0]).toMatchObject({ status: 'failed', reason: 'refused', note })
    expect(await labels(logId)).toEqual(['b.txt in /', 'c.txt in /'])
  })

  test('files stored before the quota was full stay shown; a retry stores the rest as configured then', async () => {
    await fault({ error: 'path/insufficient_space', skip: 1 })
    const logId = await three()
    const [run] = await store.runs(logId)
    expect(run).toMatchObject({ status: 'failed', reason: 'quota_full' })
    expect(await labels(logId)).toEqual(['a.txt in /'])
    await store.configureStore({ baseFolderPath: 'New' })
    await retryRun(app.ctx, { userId: store.who.userId, runId: run?.id ?? '' })
    await settle(store, logId)
    expect(await labels(logId)).toEqual(['a.txt in /', 'b.txt in /New', 'c.txt in /New'])
    expect(Object.keys(await store.stored()).toSorted()).toEqual(['/New/b.txt', '/New/c.txt', '/a.txt'])
  })

  test('stops before the next call after a disconnect', async () => {
    const mail = await store.sorted({
      subject: 'Three',
      attachments: ['a', 'b'].map((name) => attached(`${name}.txt`)),
    })
    await fault({ drop: true, when: 'after' })
    await app.runDueJobs()
    await store.mailbox.call('service-connections', { action: 'disconnect', provider: 'dropbox' })
    await app.control('DELETE', '/control/requests')
    await settle(store, mail.logId)
    expect((await store.runs(mail.logId))[0]).toMatchObject({ status: 'failed', reason: 'not_connected' })
    expect((await requestsTo(app, 'dropbox')).filter(({ url }) => url.includes('/files/'))).toEqual([])
  })
})

test('skips a deleted message', async () => {
  const store = await storingMailbox(app, 'dropbox')
  const mail = await store.sorted({ subject: 'Gone', attachments: [attached('gone.txt')] })
  await store.control('DELETE', `/messages/${mail.messageId}?forGood=true`)
  await app.runDueJobs()
  expect((await store.runs(mail.logId))[0]).toMatchObject({ status: 'skipped', reason: 'mail_gone' })
})
