import { expect } from '../kit/expect.ts'
import type { Request } from 'playwright-core'
import { test } from 'vitest'
import { pageScripts } from '../../contract/page-scripts.ts'
import { makeOperator } from '../../server/shared/operators.ts'
import { signedIn, browserOfFile } from '../kit/browser.ts'
import { firstVisitScripts } from '../kit/built-scripts.ts'
import { connectedMailbox, sortNewMail } from '../kit/mailbox.ts'
import { appOfPages } from '../kit/start-app.ts'

/** Milliseconds after which downloads no longer count as part of opening the page. */
const openingMs = 2500

const app = await appOfPages({ workers: true })
const browser = await browserOfFile()

const robin = await connectedMailbox(app, [{ displayName: 'Invoices' }])
// Who opens the operator's pages as well.
await app.ctx.db.asAccounts((tx) => makeOperator(tx, robin.user.userId))

/** What a first visit requests, including prefetches. */
async function requestsOf(path: string): Promise<Request[]> {
  const { page } = await browser.open({ firstVisit: true })
  await signedIn(page, app.url, { email: robin.user.email, password: 'correct horse battery' })
  await page.clock.install()
  const requests: Request[] = []
  page.on('request', (request) => requests.push(request))
  await page.goto(app.url + path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('[data-waiting]')).toHaveCount(0)
  await page.clock.runFor(openingMs)
  return requests
}

test.each(Object.keys(pageScripts))('opening %s loads the scripts that the budget counts', async (path) => {
  const scripts = (await requestsOf(path)).filter((request) => request.resourceType() === 'script')
  const names = new Set(scripts.map((request) => new URL(request.url()).pathname.replace('/assets/', '')))
  expect([...names].toSorted()).toEqual([...firstVisitScripts(path).keys()].toSorted())
})

test('a first visit to the folders makes at most twelve requests', async () => {
  await sortNewMail(app, robin)
  await robin.deliver({ subject: 'Your invoice' })
  const { page } = await browser.open({ firstVisit: true })
  await signedIn(page, app.url, { email: robin.user.email, password: 'correct horse battery' })
  await page.clock.install()
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  await expect.poll(async () => (await robin.rows<object[]>('email_processing_logs?select=id')).length).toBe(1)
  // The page reads again what events of the last seconds concern.
  await app.advance('6 s')
  await page.goto(`${app.url}/dashboard?tab=folders`)
  await expect(page.getByRole('button', { name: 'Show details of Invoices' })).toBeVisible()
  await expect(page.getByText('Your invoice')).toBeVisible()
  await page.clock.runFor(3000)
  expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(12)
})
