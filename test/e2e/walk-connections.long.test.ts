import { beforeEach, test } from 'vitest'
import { failCalls, browserOfFile } from '../kit/browser.ts'
import { openConnections, serviceCard } from '../kit/connections-page.ts'
import { expect } from '../kit/expect.ts'
import { shiftsOf, watchShifts } from '../kit/layout-shifts.ts'
import { callFunction, type Visitor } from '../kit/outlook.ts'
import { allServices, connectService } from '../kit/services.ts'
import { appOfPages } from '../kit/start-app.ts'
import { expectToast } from '../kit/toast.ts'
import { newAccount, type Account } from '../kit/visitors.ts'
import { holdCalls } from '../kit/walk.ts'

const app = await appOfPages({ env: allServices })
const browser = await browserOfFile()
let who: Visitor & Account

beforeEach(async () => {
  who = await newAccount(app)
})

const functionOf = (name: string) => new RegExp(`/functions/v1/${name}$`)

const services = {
  'Cloud Storage': ['Dropbox', 'Google Drive', 'OneDrive'],
  'CRM & Sales': ['HubSpot', 'Salesforce', 'Pipedrive', 'TeamLeader'],
  'Communication & Collaboration': ['Slack', 'Microsoft Teams', 'Discord', 'Zoom'],
  'Project Management': ['monday.com', 'Trello', 'Asana', 'Notion'],
  'Automation & Productivity': ['Zapier', 'Airtable', 'Google Sheets', 'Calendly', 'Typeform'],
  'E-commerce': ['Shopify'],
  'Design & Development': ['Figma', 'Webflow'],
}

test('every service is under its category, with its action', async () => {
  await connectService(app, who, 'dropbox')
  let release = (): void => undefined
  const { page } = await openConnections(browser, app, who, async (opened) => {
    await watchShifts(opened)
    // A logo that cannot be loaded is replaced by two letters.
    await opened.route(/\/googledrive[^/]*\.svg$/, (route) => route.abort())
    release = await holdCalls(opened, functionOf('service-connections'))
  })
  await expect(page.getByText('Loading connections...')).toBeAttached()
  release()
  await expect(serviceCard(page, 'Dropbox')).toBeVisible()
  expect(await shiftsOf(page)).toBeLessThan(0.02)

  await expect(page.getByRole('heading', { level: 1, name: 'Connections' })).toBeVisible()
  const headings = page.getByRole('heading', { level: 2 })
  await expect(headings).toHaveText(['Integration Roadmap', ...Object.keys(services), 'Missing an Integration?'])
  for (const [category, names] of Object.entries(services))
    await expect(page.getByRole('region', { name: category }).getByRole('heading', { level: 3 })).toHaveText(names)
  const drive = serviceCard(page, 'Google Drive')
  await expect(drive).toContainText('Not Connected')
  await expect(drive.getByRole('button', { name: 'Connect Google Drive' })).toBeVisible()
  await expect(drive).toContainText('GD')
  for (const name of ['HubSpot', 'Webflow', 'Salesforce'])
    await expect(serviceCard(page, name)).toContainText("We're working on this integration. It will be available soon!")
  await expect(page.getByRole('link', { name: 'support@mailroom.example' })).toHaveAttribute(
    'href',
    'mailto:support@mailroom.example',
  )

  const slack = serviceCard(page, 'Slack').getByRole('button', { name: 'Coming Soon: Slack' })
  await expect(slack).toBeDisabled()
  await slack.focus()
  await page.keyboard.press('Enter')
  await expectToast(page, 'Coming Soon', "Slack integration is coming soon! We're working on bringing this to you.")
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(slack).toBeHidden()
  await page.getByText('In development', { exact: true }).click()
  await expect(slack).toBeVisible()
})

test('each failure is reported, the buttons show progress, and they work again', async () => {
  await connectService(app, who, 'google_drive')
  const { page } = await openConnections(browser, app, who, () => Promise.resolve())
  const [dropbox, drive] = [serviceCard(page, 'Dropbox'), serviceCard(page, 'Google Drive')]
  const connect = dropbox.getByRole('button', { name: 'Connect Dropbox' })
  await expect(drive).toContainText('Connected as:')

  for (const [fault, words] of [
    [{ status: 503, message: 'Google Drive is having a rest.' }, 'Google Drive is having a rest.'],
    [null, 'Disconnect operation failed'],
    ['abort', 'Failed to disconnect Google Drive. Please try again.'],
  ] as const) {
    const isDisconnect = (body: string) => body.includes('disconnect')
    if (fault !== null && fault !== 'abort')
      await failCalls(page, functionOf('service-connections'), { ...fault, when: isDisconnect })
    else
      await page.route(functionOf('service-connections'), (route) => {
        if (!isDisconnect(route.request().postData() ?? '')) return route.fallback()
        return fault === 'abort' ? route.abort() : route.fulfill({ json: { success: false } })
      })
    await drive.getByRole('button', { name: 'Disconnect Google Drive' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click()
    await expectToast(page, 'Disconnect Failed', words)
    await expect(drive).toContainText('Connected as:')
  }
  await page.unrouteAll()
  await callFunction(app, who, 'service-connections', { action: 'disconnect', provider: 'google_drive' })
  await expect(drive).toContainText('Not Connected')

  // The button shows the progress.
  await failCalls(page, functionOf('dropbox-auth'))
  const release = await holdCalls(page, functionOf('dropbox-auth'))
  await connect.click()
  const busy = dropbox.getByRole('button', { name: 'Connecting... Dropbox' })
  await expect(busy).toBeDisabled()
  await expect(busy).toHaveText('Connecting...')
  release()
  await expectToast(page, 'Connection Failed', 'Failed to initiate Dropbox connection')
  await expect(connect).toBeEnabled()
  await expect(connect).not.toHaveAttribute('aria-busy', 'true')

  await failCalls(page, functionOf('google-auth'))
  await drive.getByRole('button', { name: 'Connect Google Drive' }).click()
  await expectToast(page, 'Connection Failed', 'Failed to initiate Google Drive connection')

  await page.unrouteAll()
  await page.route(functionOf('dropbox-auth'), (route) => route.fulfill({ json: {} }))
  await connect.click()
  await expectToast(page, 'Connection Failed', 'No authorization URL received')

  // A return without a result, from the back-forward cache. The service does not respond, so the page stays.
  await page.unrouteAll()
  await page.route(/oauth2\/authorize/, (route) => route.fulfill({ status: 204 }))
  const left = page.waitForResponse(/oauth2\/authorize/)
  await connect.click()
  await expect(busy).toBeDisabled()
  await left
  await page.evaluate(() => void window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await expect(connect).toBeEnabled()
})
