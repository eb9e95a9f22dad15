import { expect } from '../kit/expect.ts'
import { test } from 'vitest'
import { pageScripts } from '../../contract/page-scripts.ts'
import { signedIn, browserOfFile } from '../kit/browser.ts'
import { firstVisitScripts } from '../kit/built-scripts.ts'
import { connectedMailbox } from '../kit/mailbox.ts'
import { appOfPages } from '../kit/start-app.ts'

/** Milliseconds after which downloads no longer count as part of opening the page. */
const openingMs = 2500

const app = await appOfPages({ workers: true })
const browser = await browserOfFile()

const robin = await connectedMailbox(app, [{ displayName: 'Invoices' }])

/** Names of the scripts that a first visit loads, including prefetches. */
async function loadedScripts(path: string): Promise<Set<string>> {
  const { page } = await browser.open({ firstVisit: true })
  await signedIn(page, app.url, { email: robin.user.email, password: 'correct horse battery' })
  await page.clock.install()
  const names = new Set<string>()
  page.on('request', (request) => {
    if (request.resourceType() === 'script') names.add(new URL(request.url()).pathname.replace('/assets/', ''))
  })
  await page.goto(app.url + path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('[data-waiting]')).toHaveCount(0)
  // Toasts load last on every page.
  await expect(page.getByRole('region', { name: 'Notifications (F8)' })).toBeAttached()
  await page.clock.runFor(openingMs)
  return names
}

test.each(Object.keys(pageScripts))('opening %s loads the scripts that the budget counts', async (path) => {
  expect([...(await loadedScripts(path))].toSorted()).toEqual([...firstVisitScripts(path).keys()].toSorted())
})
