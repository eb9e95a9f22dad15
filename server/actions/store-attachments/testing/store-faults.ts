import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { FileProvider } from '../../../../contract/providers.ts'
import { removeMailbox } from '../../../../test/kit/remove-mailbox.ts'
import type { App } from '../../../../test/kit/start-app.ts'
import { attached, storingMailbox, type StoringMailbox } from '../../../../test/kit/storing-mailbox.ts'
import { disconnectService } from '../../../connections/disconnect-service.ts'
import { updateMailboxStatus } from '../../../mail/mailboxes/mailbox-queries.ts'
import { withUploadsDividedBy } from '../../../vendors/files/upload-sizes.ts'
import { retryRun } from '../../runs/retry-run.ts'

const full = {
  dropbox: { error: 'path/insufficient_space', path: '/upload' },
  google_drive: { error: 'storageQuotaExceeded', path: 'upload/drive' },
  onedrive: { status: 507, path: '' },
} as const satisfies Record<FileProvider, object>

/** Files of two or three chunks, the read that is uploaded, and the request that uploads a chunk. */
const sessions = {
  dropbox: { size: 8.5 * 2 ** 18, readsBefore: 2, chunk: { path: 'upload_session/append_v2$' } },
  google_drive: { size: 5.5e6 / 4, readsBefore: 1, chunk: { method: 'PUT', path: 'upload_id=' } },
  onedrive: { size: 4.5e6 / 4, readsBefore: 1, chunk: { method: 'PUT', path: 'uploadSession' } },
} as const satisfies Record<FileProvider, object>

const sum = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex')

/** Resets Retry-After waits and expired Outlook sign-ins. */
async function worksAgain(app: App, store: StoringMailbox): Promise<void> {
  await app.advance('20 min')
  await app.ctx.db.asService((tx) => updateMailboxStatus(tx, store.mailbox.mailboxId, 'active', app.clock.now()))
}

let mails = 0
async function arrives(app: App, store: StoringMailbox, fault: object | null = null): Promise<string> {
  mails += 1
  if (fault) await app.faults(fault)
  const attachments = [attached(`file ${mails}.txt`, `content ${mails}`)]
  const { logId } = await store.sorted({ subject: `Bill ${mails}`, attachments })
  await settle(app, store, logId)
  return logId
}

const isOver = async (store: StoringMailbox, logId: string): Promise<boolean> =>
  (await store.runs(logId)).every(({ status }) => status !== 'waiting' && status !== 'running')

export async function settle(app: App, store: StoringMailbox, logId: string): Promise<void> {
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
async function canBeTriedAgain(app: App, store: StoringMailbox, logId: string): Promise<void> {
  await app.faults()
  const [run] = await store.runs(logId)
  const account = await store.blockedBy(logId)
  expect(account !== null).toBe(needsSignIn.includes(run?.reason ?? ''))
  if (account === store.provider) await store.reconnect()
  else await retryRun(app.ctx, { userId: store.who.userId, runId: run?.id ?? '' })
  await settle(app, store, logId)
  expect(await isHonest(store, logId)).toBe('done')
}

/** A mailbox that stores at this service, whose connection works again before each test. */
function workingStore(app: () => App, provider: FileProvider): () => StoringMailbox {
  let store: StoringMailbox
  beforeAll(async () => {
    store = await storingMailbox(app(), provider)
  })
  // Advancing the clock maintains all mailboxes; the other ones do not need this mailbox.
  afterAll(() => removeMailbox(app(), store.mailbox.mailboxId))
  beforeEach(async () => {
    await app().faults()
    await worksAgain(app(), store)
  })
  return () => store
}

/** What each service does in its own way: a full account, and a revoked grant. */
export function describeServiceFaults(app: () => App, provider: FileProvider): void {
  const opened = workingStore(app, provider)

  test('reports a full quota and continues once there is space', async () => {
    const store = opened()
    const logId = await arrives(app(), store, { service: store.service, mailbox: store.email, ...full[provider] })
    expect((await store.runs(logId))[0]).toMatchObject({ status: 'failed', reason: 'quota_full' })
    expect((await store.attachmentRows()).at(-1)).toMatchObject({ state: 'failed', reason: 'no_room' })
    await canBeTriedAgain(app(), store, logId)
  })

  test('makes no further call after the grant was revoked, and notifies the user', async () => {
    const store = opened()
    const revoked = { dropbox: 'dropbox', google_drive: 'google', onedrive: 'outlook' }[provider]
    const path =
      revoked === 'outlook'
        ? `/control/outlook/${store.email}/token`
        : `/control/${revoked}/accounts/${store.email}/token`
    await app().control('PUT', path, { expireAccess: true, revokeRefresh: true })
    const logId = await arrives(app(), store)
    expect((await store.runs(logId))[0]).toMatchObject({ status: 'failed', reason: 'connection_needs_sign_in' })
    expect(await isHonest(store, logId)).toBe('failed')
    await canBeTriedAgain(app(), store, logId)
  })
}

/** What the action does with what Outlook returns, and without a connection. */
export function describeStoreFaults(app: () => App, provider: FileProvider): void {
  const opened = workingStore(app, provider)

  const attachmentRead = (store: StoringMailbox) => ({
    service: 'graph',
    mailbox: store.mailbox.email,
    path: '/attachments/.*value',
    times: 1,
  })

  test.for([0, 1])('stores what Outlook returns twice, where response %i is not the attachment', async (skip) => {
    const store = opened()
    const logId = await arrives(app(), store, {
      ...attachmentRead(store),
      skip,
      status: 200,
      body: { unexpected: true },
    })
    expect(await isHonest(store, logId)).toBe('done')
    const content = `content ${mails}`
    expect(await store.stored()).toMatchObject({ [`/file ${mails}.txt`]: sum(content) })
    expect((await store.attachmentRows()).at(-1)).toMatchObject({ state: 'done', size: content.length })
  })

  test('does not continue a session that has received other bytes than the attachment', async () => {
    const store = opened()
    const { size, readsBefore, chunk } = sessions[provider]
    const content = Buffer.alloc(size, `content ${mails}`)
    const other = { ...attachmentRead(store), skip: readsBefore, status: 200, body: 'x'.repeat(size) }
    const lost = { service: store.service, mailbox: store.email, ...chunk, skip: 1, drop: true, times: 1 }
    await app().faults(other, lost)
    const { logId } = await store.sorted({ subject: 'Large', attachments: [attached('large.bin', content)] })
    await withUploadsDividedBy(4, () => settle(app(), store, logId))
    expect((await store.runs(logId))[0]).toMatchObject({ status: 'done' })
    expect(await app().control('GET', '/control/faults')).toEqual([])
    expect(await store.stored()).toMatchObject({ '/large.bin': sum(content) })
  })

  test('uploads nothing after the service was disconnected', async () => {
    const store = opened()
    const before = await store.stored()
    await disconnectService(app().ctx, { userId: store.who.userId, provider })
    const logId = await arrives(app(), store)
    expect((await store.runs(logId))[0]).toMatchObject({ status: 'failed', reason: 'not_connected' })
    expect(await store.stored()).toEqual(before)
    await canBeTriedAgain(app(), store, logId)
  })
}
