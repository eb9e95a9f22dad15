import { expect } from '../kit/expect.ts'
import { afterAll, beforeAll, test } from 'vitest'
import { expectNoAxeViolations, launchBrowser, type TestBrowser } from '../kit/browser.ts'
import { confirmationLinkIn } from '../kit/forward-address.ts'
import { lastEmailTo } from '../kit/outbox.ts'
import { callFunction, signUp } from '../kit/outlook.ts'
import { newEmail } from '../kit/start-accounts.ts'
import { startApp, type App } from '../kit/start-app.ts'

let app: App
let browser: TestBrowser

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), launchBrowser()])
})
afterAll(async () => {
  await browser[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})

async function agreementLink(): Promise<string> {
  const address = newEmail()
  await callFunction(app, await signUp(app), 'forward-addresses', { action: 'ask', address })
  return confirmationLinkIn(await lastEmailTo(app, address)).href
}

test.each([
  ['light', 1280],
  ['dark', 390],
] as const)('explains the request and confirms by one button, %s at %i', async (colorScheme, width) => {
  const { page, complaints } = await browser.open({ colorScheme, viewport: { width, height: 800 } })
  const link = await agreementLink()
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1, name: 'May email be forwarded to you?' })).toBeVisible()
  await expect(page.getByText(/forward email to p•••@example\.com/)).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Allow forwarding' }).click()
  await expect(page.getByRole('heading', { name: 'Email may be forwarded to you' })).toBeVisible()
  await expect(page.getByRole('button')).toHaveCount(0)
  await expectNoAxeViolations(page)
  await page.goto(link)
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'End forwarding' }).click()
  await expect(page.getByRole('heading', { name: 'Forwarding has ended' })).toBeVisible()
  await expectNoAxeViolations(page)
  expect(complaints).toEqual([])
})

test('works by keyboard and without script', async () => {
  const { page } = await browser.open({ javaScriptEnabled: false })
  await page.goto(await agreementLink())
  const button = page.getByRole('button', { name: 'Allow forwarding' })
  for (let tabs = 0; tabs < 5 && !(await button.evaluate((element) => element.matches(':focus'))); tabs++)
    await page.keyboard.press('Tab')
  await expect(button).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Email may be forwarded to you' })).toBeVisible()
})
