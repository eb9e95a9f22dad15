import { expect } from '../kit/expect.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, onTestFinished, test } from 'vitest'
import { createLanguageModel } from '../../server/vendors/language-model.ts'
import { expectNoAxeViolations, failCalls, launchBrowser, signedIn, type TestBrowser } from '../kit/browser.ts'
import { connectedMailbox, type ConnectedMailbox } from '../kit/mailbox.ts'
import { startApp, type App } from '../kit/start-app.ts'
import { toastIn } from '../kit/toast.ts'

let app: App
let browser: TestBrowser
let robin: ConnectedMailbox
const password = 'correct horse battery'

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp({ workers: true }), launchBrowser()])
  robin = await connectedMailbox(app, [{ displayName: 'Invoices' }])
})
afterAll(async () => {
  await browser[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Mailbox Settings' })
const settingsButton = (page: Page) => page.getByRole('button', { name: /^Settings: / })

async function open(
  who: ConnectedMailbox,
  prepare: (page: Page) => Promise<void> = async () => undefined,
  width = 1280,
) {
  const opened = await browser.open({ viewport: { width, height: 900 } })
  await signedIn(opened.page, app.url, { email: who.user.email, password })
  await opened.page.goto(`${app.url}/dashboard?tab=mailbox`)
  await prepare(opened.page)
  await settingsButton(opened.page).click()
  return opened
}

test('saves name, threshold and handling of unsure emails by keyboard', async () => {
  const who = await connectedMailbox(app)
  const { page, complaints } = await open(who)
  await expect(dialog(page).getByLabel('Name')).toHaveValue('Primary Mailbox')
  await expectNoAxeViolations(page)
  await dialog(page).getByLabel('Name').fill('Work')
  const slider = dialog(page).getByRole('slider', { name: 'How careful' })
  await expect(slider).toHaveAttribute('aria-valuetext', 'Balanced (60% sure)')
  await slider.focus()
  for (let press = 0; press < 5; press++) await page.keyboard.press('ArrowRight')
  await expect(slider).toHaveAttribute('aria-valuetext', 'More careful (85% sure)')
  const unsure = dialog(page).getByRole('radio', { name: 'Leave it, with the category “Unsure”' })
  await unsure.focus()
  await page.keyboard.press('Space')
  await expect(unsure).toBeChecked()
  await dialog(page).getByRole('button', { name: 'Save Settings' }).press('Enter')
  await expect(toastIn(page, 'Settings saved')).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
  await expect(settingsButton(page)).toBeFocused()
  await expect(page.getByRole('main').getByRole('heading', { name: 'Work' })).toBeVisible()

  await settingsButton(page).click()
  await expect(dialog(page).getByLabel('Name')).toHaveValue('Work')
  await expect(slider).toHaveAttribute('aria-valuetext', 'More careful (85% sure)')
  await expect(unsure).toBeChecked()
  expect(complaints).toEqual([])
})

test('lists the granted permissions, and links the sandbox page for a test email', async () => {
  const { page } = await open(robin)
  const list = dialog(page).getByRole('heading', { name: 'What Mailroom may do in this mailbox' }).locator('..')
  await expect(list).toContainText('Read your email, move it between folders, create folders and write drafts')
  const write = dialog(page).getByRole('link', { name: 'Write a Test Email' })
  const [sandbox] = await Promise.all([page.waitForEvent('popup'), write.click()])
  await expect(sandbox).toHaveURL(`${app.sandbox.url}/mailboxes/${encodeURIComponent(robin.email)}/new`)
  await expect(sandbox.getByLabel('Subject')).toBeVisible()
})

test('offers to exclude the mailbox where a language model is configured', async () => {
  const who = await connectedMailbox(app)
  const toggle = (page: Page) =>
    dialog(page).getByRole('switch', { name: 'Let a language model read email of this mailbox' })
  const without = await open(who)
  await expect(dialog(without.page).getByLabel('Name')).toHaveValue('Primary Mailbox')
  await expect(toggle(without.page)).toHaveCount(0)

  const model = createLanguageModel({ baseUrl: `${app.sandbox.url}/api.openai.com/v1`, apiKey: null, model: 'any' })
  Object.assign(app.ctx.vendors, { model })
  onTestFinished(() => void Object.assign(app.ctx.vendors, { model: null }))
  const { page, complaints } = await open(who)
  await expect(toggle(page)).toBeChecked()
  await toggle(page).press('Space')
  await expect(toggle(page)).not.toBeChecked()
  await dialog(page).getByRole('button', { name: 'Save Settings' }).press('Enter')
  await expect(toastIn(page, 'Settings saved')).toBeVisible()
  await settingsButton(page).click()
  await expect(toggle(page)).not.toBeChecked()
  expect(await who.rows('mailboxes?select=ask_model')).toEqual([{ ask_model: false }])
  expect(complaints).toEqual([])
})

test('refuses an invisible name at its field', async () => {
  const { page } = await open(robin)
  await dialog(page).getByLabel('Name').fill('   ')
  await dialog(page).getByRole('button', { name: 'Save Settings' }).click()
  await expect(dialog(page).getByText('Please enter a name for the mailbox.')).toBeVisible()
  await expect(dialog(page).getByLabel('Name')).toBeFocused()
  await expectNoAxeViolations(page)
})

test('Catch up now: explains when off, runs when on, reports a failure', async () => {
  const who = await connectedMailbox(app)
  const { page } = await open(who)
  const button = dialog(page).getByRole('button', { name: 'Catch Up Now' })
  await expect(button).toBeDisabled()
  await expect(dialog(page).getByText('Sorting is off.')).toBeVisible()
  await page.keyboard.press('Escape')

  await who.call('mail-webhook-management', { action: 'subscribe', mailboxId: who.mailboxId })
  await settingsButton(page).click()
  await expect(button).toBeEnabled()
  await failCalls(page, /mailbox-settings$/, { when: (body) => body.includes('catch-up') })
  await button.click()
  await expect(toastIn(page, 'Catch-up failed')).toContainText('Failed to look for missed email. Please try again.')
  await button.click()
  await expect(dialog(page).getByText('Started. The history shows the results.')).toBeVisible()
})

test('reports settings that cannot be read or saved', async () => {
  const { page } = await open(robin, (page) =>
    failCalls(page, /mailbox-settings$/, { status: 400, when: (body) => body.includes('read') }),
  )
  await expect(dialog(page).getByText('The settings of this mailbox could not be loaded.')).toBeVisible()
  await expectNoAxeViolations(page)
  await dialog(page).getByRole('button', { name: 'Try Again' }).click()
  await dialog(page).getByLabel('Name').fill('Another name')
  await failCalls(page, /mailbox-settings$/, { when: (body) => body.includes('save') })
  await dialog(page).getByRole('button', { name: 'Save Settings' }).click()
  await expect(toastIn(page, 'Update Failed')).toContainText('Failed to update mailbox settings. Please try again.')
  await expect(dialog(page).getByLabel('Name')).toHaveValue('Another name')
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('heading', { name: 'Primary Mailbox' })).toBeVisible()
  // Settings of an earlier visit are not edited.
  await failCalls(page, /mailbox-settings$/, { status: 400, when: (body) => body.includes('read') })
  await settingsButton(page).click()
  await expect(dialog(page).getByText('The settings of this mailbox could not be loaded.')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Try Again' }).click()
  await expect(dialog(page).getByLabel('Name')).toHaveValue('Primary Mailbox')
})

test('fits a phone with visible buttons', async () => {
  const { page } = await open(robin, undefined, 390)
  await expect(dialog(page).getByRole('button', { name: 'Save Settings' })).toBeInViewport()
  const beyond = await dialog(page).evaluate((box) => box.scrollWidth - box.clientWidth)
  expect(beyond).toBeLessThanOrEqual(0)
  await expectNoAxeViolations(page)
})
