import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { FileProvider } from '../../../contract/providers.ts'
import { requestsTo } from '../../../test/kit/outlook.ts'
import { removeMailbox } from '../../../test/kit/remove-mailbox.ts'
import { allServices } from '../../../test/kit/services.ts'
import { startApp, type App } from '../../../test/kit/start-app.ts'
import { attached, storingMailbox, type StoringMailbox } from '../../../test/kit/storing-mailbox.ts'
import { retryRun } from '../runs/retry-run.ts'
import { describeServiceFaults, describeStoreFaults, settle } from './testing/store-faults.ts'

let app: App
beforeAll(async () => {
  app = await startApp({ env: allServices })
})
afterAll(() => app[Symbol.asyncDispose]())
beforeEach(() => app.control('PUT', '/control/faults', []))

describe.for(FileProvider.options)('%s', (provider) => describeServiceFaults(() => app, provider))

// The other services: `store-attachments-faults.long.test.ts`.
describe('dropbox, whatever Outlook returns', () => describeStoreFaults(() => app, 'dropbox'))

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
    await settle(app, store, logId)
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
    await settle(app, store, logId)
    expect(await labels(logId)).toEqual(['a.txt in /', 'b.txt in /', 'c.txt in /'])
    expect(Object.keys(await store.stored()).toSorted()).toEqual(['/a.txt', '/b.txt', '/c.txt'])
  })

  test('a retry leaves an empty file out', async () => {
    await fault({ error: 'path/disallowed_name' })
    const attachments = [attached('empty.txt', ''), attached('b.txt')]
    const { logId } = await store.sorted({ subject: 'Two', attachments })
    await settle(app, store, logId)
    const [run] = await store.runs(logId)
    await retryRun(app.ctx, { userId: store.who.userId, runId: run?.id ?? '' })
    await settle(app, store, logId)
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
    await settle(app, store, logId)
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
    await settle(app, store, mail.logId)
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
