import { expect } from '../kit/expect.ts'
import { test } from 'vitest'
import { signedIn, browserOfFile } from '../kit/browser.ts'
import { openAs } from '../kit/folders-page.ts'
import { connectedMailbox } from '../kit/mailbox.ts'
import { appOfPages } from '../kit/start-app.ts'
import { newAccount } from '../kit/visitors.ts'
import { navigate } from '../kit/walk.ts'

const app = await appOfPages()
const browser = await browserOfFile()

test('history and review lead to the connection of a mailbox', async () => {
  const { page } = await browser.open()
  await signedIn(page, app.url, await newAccount(app))
  await page.goto(`${app.url}/dashboard`)
  for (const path of ['/history', '/review']) {
    await navigate(page, path)
    await page.getByRole('main').getByRole('link', { name: 'Connect Mailbox' }).click()
    await expect(page).toHaveURL(`${app.url}/dashboard?tab=mailbox`)
  }
})

test('history and review of a mailbox that is not sorted lead to the switch', async () => {
  const who = await connectedMailbox(app, [{ displayName: 'Invoices' }])
  const { page } = await openAs(browser, app, who, '/dashboard')
  for (const path of ['/history', '/review']) {
    await navigate(page, path)
    await page.getByRole('link', { name: 'Switch on sorting' }).click()
    await expect(page.getByRole('switch', { name: 'Enable real-time processing' })).toBeVisible()
  }
})
