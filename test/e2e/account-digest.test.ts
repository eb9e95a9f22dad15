import { afterAll, beforeAll, test } from 'vitest'
import { openSettings } from '../kit/account-page.ts'
import { expectNoAxeViolations, failCalls, launchBrowser, type TestBrowser } from '../kit/browser.ts'
import { expect } from '../kit/expect.ts'
import { emailsTo } from '../kit/outbox.ts'
import { startApp, type App } from '../kit/start-app.ts'
import { newAccount } from '../kit/visitors.ts'
import { toastIn } from '../kit/toast.ts'

let app: App
let browser: TestBrowser

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), launchBrowser()])
})
afterAll(async () => {
  await browser[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})

test.each([
  ['light', 1440],
  ['dark', 390],
] as const)('the user chooses a digest by keyboard and confirms the address, %s at %i', async (colorScheme, width) => {
  const account = await newAccount(app)
  const options = { colorScheme, viewport: { width, height: 900 } }
  const { page, complaints } = await openSettings(app, browser, account, options)
  const choice = (name: string) => page.getByRole('radio', { name, exact: true })
  await expect(choice('Off')).toBeChecked()
  await choice('Off').focus()
  await page.keyboard.press('ArrowDown')
  await expect(choice('Daily')).toBeChecked()
  await page.keyboard.press('ArrowDown')
  await expect(toastIn(page, 'Weekly digest chosen')).toContainText('open the link that we sent to you')
  const notice = page.getByRole('alert').filter({ hasText: 'Confirm your address first' })
  await expect(notice).toContainText(account.email)
  await expect(page.getByText(/The next one is sent/)).toHaveCount(0)
  await expectNoAxeViolations(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  await page.getByRole('button', { name: 'Send Link Again' }).press('Enter')
  await expect(toastIn(page, 'Link sent')).toBeVisible()

  const sent = await emailsTo(app, account.email)
  const links = sent.map(({ text }) => /^http\S+\/api\/email-digest\/confirm\S+$/m.exec(text)?.[0] ?? '')
  expect(links).toHaveLength(2)
  await page.goto(links[0] ?? '')
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Send me the digest' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'The digest is on' })).toBeVisible()
  await page.goto(`${app.url}/account`)
  await expect(choice('Weekly')).toBeChecked()
  await expect(page.getByText(/The next one is sent on .+ \(your time\)/)).toBeVisible()
  await expect(notice).toHaveCount(0)
  expect(complaints).toEqual([])
})

test('a choice that cannot be saved goes back, with the reason', async () => {
  const { page } = await openSettings(app, browser, await newAccount(app))
  await expect(page.getByRole('radio', { name: 'Off' })).toBeChecked()
  await failCalls(page, /\/functions\/v1\/email-digest$/, {
    status: 403,
    code: 'forbidden',
    message: 'You may not do this.',
  })
  await page.getByRole('radio', { name: 'Weekly' }).click()
  await expect(toastIn(page, 'Failed to save the digest')).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Off' })).toBeChecked()
})
