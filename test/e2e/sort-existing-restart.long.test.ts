import { expect } from '../kit/expect.ts'
import { test } from 'vitest'
import { browserOfFile } from '../kit/browser.ts'
import { openAs } from '../kit/folders-page.ts'
import { invoice, trainedMailbox } from '../kit/trained-mailbox.ts'
import { appOfFile } from '../kit/start-app.ts'
import { startWorker } from '../kit/worker.ts'

const app = await appOfFile()
const browser = await browserOfFile()

const lying = 8

test('sorts existing email once each, although the tab is closed and the worker is killed', async () => {
  const robin = await trainedMailbox(app)
  await app.ctx.db.asService((tx) =>
    tx.updateTable('mailboxes').set({ real_time: false }).where('id', '=', robin.mailboxId).execute(),
  )
  const invoices = async (): Promise<string[]> => (await robin.inOutlook())['Invoices'] ?? []
  const filed = (await invoices()).length
  for (let n = 1; n <= lying; n++) await robin.deliver(invoice(`old ${n}`))
  // From the third move on, calls get no response while that worker lives.
  await app.control('PUT', '/control/faults', [
    { service: 'graph', method: 'POST', path: '/move$', skip: 2, action: 'hang' },
  ])
  const worker = await startWorker(app)
  const { page } = await openAs(browser, app, robin, '/dashboard?tab=mailbox')
  await page.getByRole('button', { name: 'Sort Existing Email' }).click()
  const start = page.getByRole('dialog').getByRole('button', { name: 'Start Sorting' })
  await expect(start).toBeEnabled()
  await start.click()
  await expect(page.getByRole('heading', { name: 'Existing Email Sorting' })).toBeVisible()
  await expect.poll(async () => (await invoices()).length).toBe(filed + 2)
  await page.context().close()
  await worker.kill()
  await app.control('PUT', '/control/faults', [])

  const { page: later, complaints } = await openAs(browser, app, robin, '/dashboard?tab=mailbox')
  await expect(later.getByRole('heading', { name: 'Existing Email Sorting' })).toBeVisible()
  await expect(later.getByRole('progressbar', { name: 'Existing email that was checked' })).toBeVisible()
  await using _worker = await startWorker(app)
  // The presence of the dead worker expires within seconds.
  await expect(later.getByRole('heading', { name: 'Existing Email Done' })).toBeVisible({ timeout: 180_000 })
  await expect(later.getByRole('definition')).toHaveText([String(lying), '0', '0'])
  const sorted = await invoices()
  expect(sorted).toHaveLength(filed + lying)
  expect(new Set(sorted).size).toBe(sorted.length)
  expect(complaints).toEqual([])
})
