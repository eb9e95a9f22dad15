import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { actingMailbox, type ActingMailbox } from '../../../test/kit/acting-mailbox.ts'
import { allServices, connectService } from '../../../test/kit/services.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'
import { attached } from '../../../test/kit/storing-mailbox.ts'
import { withFiles } from '../../connections/with-connection.ts'

const app = await appOfFile({ env: allServices })
const acting = await actingMailbox(app, ['ai_agent_action'])
const account = await connectService(app, acting.who, 'dropbox')

const Files = z.array(z.object({ account: z.string(), path: z.string() }))
const stored = async (): Promise<string[]> =>
  Files.parse(await app.control('GET', '/control/dropbox')).flatMap((file) =>
    file.account === account ? [file.path] : [],
  )
const configure = (prompt: string, more: object = {}) => acting.configure('ai_agent_action', { prompt, ...more })
async function runOn(mail: Parameters<ActingMailbox['sorted']>[0]) {
  const { logId } = await acting.sorted({ from: 'anna@shop.example', ...mail })
  await app.runDueJobs()
  const [run] = await acting.runs(logId)
  return { logId, run }
}
const Test = z.object({
  test: z.object({ effects: z.array(z.object({ label: z.string() })), notes: z.array(z.string()) }),
})
async function tried(prompt: string, logId: string) {
  const { folderId } = acting
  const asked = { action: 'test', folderId, actionId: acting.actionId('ai_agent_action'), config: { prompt }, logId }
  return Test.parse(await acting.mailbox.call('action-runs', asked)).test
}

test('skips an action without a prompt and says what to do', async () => {
  const { run } = await runOn({ subject: 'Hello', text: 'Hello' })
  expect(run).toMatchObject({ status: 'skipped', reason: 'not_set_up', effects: [] })
  expect(await acting.notificationKinds()).toEqual([])
})

test('a prompt without a plan has no effect', async () => {
  await configure('Blorp the quux.')
  const { run } = await runOn({ subject: 'Hello', text: 'Hello' })
  expect(run).toMatchObject({ status: 'failed', reason: 'plan_missing', effects: [] })
})

const prompt =
  'Save attachments to Dropbox in /Invoices/{year} and extract the invoice number and the total from the mail.'

test("runs the plan's steps in order and shows their results", async () => {
  await configure(prompt)
  const mail = {
    subject: 'Your bill',
    text: 'Invoice number: RE-77\nTotal: 12,50 €',
    attachments: [attached('bill.pdf')],
  }
  const { run, logId } = await runOn(mail)
  expect(run).toMatchObject({ status: 'done', reason: 'done' })
  expect(run?.effects.map(({ kind, label }) => [kind, label])).toEqual([
    ['file', expect.stringMatching(/^bill\.pdf in \/Invoices\/\d{4}$/)],
    ['data', 'invoice number: RE-77'],
    ['data', 'total: 12,50 €'],
  ])
  expect(run?.note).toContain('taken from the email and was not checked')
  expect(await stored()).toEqual([expect.stringMatching(/\/Invoices\/\d{4}\/bill\.pdf$/)])

  const before = await stored()
  const shown = await tried(prompt, logId)
  expect(shown.effects.map(({ label }) => label)).toEqual([
    expect.stringMatching(/^Store “bill.pdf” in \/Invoices\/\d{4} of Dropbox$/),
    'invoice number: RE-77',
    'total: 12,50 €',
  ])
  expect(await stored()).toEqual(before)
})

test('skips a message that the plan does not apply to', async () => {
  await configure('Save attachments to Dropbox in /Invoices.')
  const { run } = await runOn({ subject: 'Hello', text: 'Nothing here' })
  expect(run).toMatchObject({ status: 'skipped', reason: 'nothing_to_do', effects: [] })
})

test("finds files by the plan's words, reads them as context and shows only their names", async () => {
  const content = Buffer.from('Customer number: C-4242')
  await withFiles(app.ctx, { userId: acting.who.userId, provider: 'dropbox' }, (files, token) =>
    files.uploadFile(token, {
      folder: [],
      name: 'Pumps customers.txt',
      size: content.length,
      async *content(from) {
        yield await Promise.resolve(content.subarray(from))
      },
      sha256: createHash('sha256').update(content).digest('hex'),
      resumeState: null,
      saveState: async () => undefined,
      createFolder: (_, create) => create(),
    }),
  )
  await configure('Retrieve the file "Pumps customers" from Dropbox, then extract the customer number.')
  const { run } = await runOn({ subject: 'Hello', text: 'Hello' })
  expect(run).toMatchObject({ status: 'done' })
  expect(run?.effects.map(({ label }) => label)).toEqual([
    'Found “Pumps customers.txt” in Dropbox',
    'customer number: C-4242',
  ])
  await configure('Retrieve the file "Pumps customers" from Dropbox, then extract the customer number.', {
    includeFileContext: false,
  })
  const without = await runOn({ subject: 'Hello', text: 'Hello' })
  expect(without.run?.effects.map(({ label }) => label)).toEqual(['Found “Pumps customers.txt” in Dropbox'])
  expect(without.run?.note).toContain('may not look into files')
})

test('refuses a plan with too many services before its first step', async () => {
  await configure('Save attachments to Dropbox in /Refused. Save attachments to Google Drive in /Refused.', {
    maxConnections: 1,
  })
  const { run } = await runOn({ subject: 'x', text: 'x', attachments: [attached('refused.pdf')] })
  expect(run).toMatchObject({ status: 'failed', reason: 'plan_refused', effects: [] })
  expect(run?.note).toContain('2 services (Dropbox, Google Drive)')
  expect((await stored()).join()).not.toContain('efused')
})

test('names a service that is not connected and keeps earlier effects; a retry does the rest', async () => {
  await configure('Save attachments to Dropbox in /Both. Save attachments to Google Drive in /Both.')
  const { run, logId } = await runOn({ subject: 'x', text: 'x', attachments: [attached('both.pdf')] })
  expect(run).toMatchObject({ status: 'failed', reason: 'not_connected' })
  expect(run?.effects.map(({ label }) => label)).toEqual(['both.pdf in /Both'])
  await connectService(app, acting.who, 'google_drive')
  await acting.retry(run?.id)
  await app.runDueJobs()
  const [again] = await acting.runs(logId)
  expect(again).toMatchObject({ status: 'done' })
  expect(again?.effects.map(({ label }) => label)).toEqual(['both.pdf in /Both', 'both.pdf in /Both'])
  expect((await stored()).filter((path) => path.includes('both'))).toHaveLength(1)
})

test.each([
  { status: 503 },
  { status: 429, retryAfter: 20 },
  { drop: true },
  { status: 401, error: 'expired_access_token' },
])('retries a search after a transient failure (%j) and finishes the run', async (fault) => {
  await configure('Search for "Pumps customers" in Dropbox.')
  await app.faults({ service: 'dropbox', path: 'search', mailbox: account, times: 1, ...fault })
  const { logId } = await runOn({ subject: 'Hello', text: 'Hello' })
  await app.advance('2 min')
  await acting.reconcile()
  const [run] = await acting.runs(logId)
  expect(run).toMatchObject({ status: 'done', effects: [{ label: 'Found “Pumps customers.txt” in Dropbox' }] })
})
