import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { requestsTo } from '../../../test/kit/outlook.ts'
import { allServices } from '../../../test/kit/services.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'
import { attached, storingMailbox, type StoringMailbox } from '../../../test/kit/storing-mailbox.ts'
import { retryRun } from '../runs/retry-run.ts'
import { describeServiceFaults, describeStoreFaults, settle } from './testing/store-faults.ts'

const app = await appOfFile({ env: allServices })
beforeEach(() => app.faults())

// The other services: `store-attachments-faults.long.test.ts`, and what their errors mean in `server/vendors/files`.
describe('dropbox', () => describeServiceFaults(() => app, 'dropbox'))
describe('dropbox, whatever Outlook returns', () => describeStoreFaults(() => app, 'dropbox'))

describe('several files of a message', () => {
  let store: StoringMailbox
  /** Of the current test. */
  let base: string
  let tests = 0
  beforeAll(async () => {
    store = await storingMailbox(app, 'dropbox')
  })
  beforeEach(async () => {
    base = `Test ${++tests}`
    await store.configureStore({ baseFolderPath: base })
  })
  const stored = async () => Object.keys(await store.stored()).filter((path) => path.includes(base))
  const file = (name: string) => attached(`${name}.txt`, `${name} of ${base}`)
  const fault = (rule: object) =>
    app.faults({ service: 'dropbox', mailbox: store.email, path: 'files/upload$', times: 1, ...rule })
  async function three(): Promise<string> {
    const attachments = ['a', 'b', 'c'].map(file)
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
    expect(await labels(logId)).toEqual([`a.txt in /${base}`, `c.txt in /${base}`])
    await retryRun(app.ctx, { userId: store.who.userId, runId: run?.id ?? '' })
    await settle(app, store, logId)
    expect(await labels(logId)).toEqual(['a', 'b', 'c'].map((name) => `${name}.txt in /${base}`))
    expect((await stored()).toSorted()).toEqual(['a', 'b', 'c'].map((name) => `/${base}/${name}.txt`))
  })

  test('a retry leaves an empty file out', async () => {
    await fault({ error: 'path/disallowed_name' })
    const attachments = [attached('empty.txt', ''), file('b')]
    const { logId } = await store.sorted({ subject: 'Two', attachments })
    await settle(app, store, logId)
    const [run] = await store.runs(logId)
    await retryRun(app.ctx, { userId: store.who.userId, runId: run?.id ?? '' })
    await settle(app, store, logId)
    expect(await stored()).toEqual([`/${base}/b.txt`])
  })

  test('an unreadable attachment is named and does not prevent the others', async () => {
    const at = { service: 'graph', mailbox: store.mailbox.email, path: '/attachments/.*value', times: 1 }
    await app.faults({ ...at, status: 404 })
    const logId = await three()
    const note = 'Left out: “a.txt” (the mailbox did not hand it out).'
    expect((await store.runs(logId))[0]).toMatchObject({ status: 'failed', reason: 'refused', note })
    expect(await labels(logId)).toEqual([`b.txt in /${base}`, `c.txt in /${base}`])
  })

  test('files stored before the quota was full stay shown; a retry stores the rest as configured then', async () => {
    await fault({ error: 'path/insufficient_space', skip: 1 })
    const logId = await three()
    const [run] = await store.runs(logId)
    expect(run).toMatchObject({ status: 'failed', reason: 'quota_full' })
    expect(await labels(logId)).toEqual([`a.txt in /${base}`])
    await store.configureStore({ baseFolderPath: `New ${base}` })
    await retryRun(app.ctx, { userId: store.who.userId, runId: run?.id ?? '' })
    await settle(app, store, logId)
    expect(await labels(logId)).toEqual([`a.txt in /${base}`, `b.txt in /New ${base}`, `c.txt in /New ${base}`])
    const others = [`/New ${base}/b.txt`, `/New ${base}/c.txt`]
    expect((await stored()).toSorted()).toEqual([...others, `/${base}/a.txt`])
  })

  test('stops before the next call after a disconnect', async () => {
    const mail = await store.sorted({ subject: 'Two', attachments: ['a', 'b'].map(file) })
    await fault({ drop: true, when: 'after' })
    await app.runDueJobs()
    await store.mailbox.call('service-connections', { action: 'disconnect', provider: 'dropbox' })
    await app.control('DELETE', '/control/requests')
    await settle(app, store, mail.logId)
    expect((await store.runs(mail.logId))[0]).toMatchObject({ status: 'failed', reason: 'not_connected' })
    expect((await requestsTo(app, 'dropbox')).filter(({ url }) => url.includes('/files/'))).toEqual([])
  })
})
