import { expect } from '../kit/expect.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, test } from 'vitest'
import { ServiceAuthOutput } from '../../contract/functions/service-connections.ts'
import { expectNoAxeViolations, failCalls, launchBrowser, signedIn, type TestBrowser } from '../kit/browser.ts'
import { shiftsOf, watchShifts } from '../kit/layout-shifts.ts'
import type { Visitor } from '../kit/outlook.ts'
import { allServices, connectService, newServiceAccount } from '../kit/services.ts'
import { startApp, type App } from '../kit/start-app.ts'
import { answerCalls, holdCalls, navigate } from '../kit/walk.ts'
import { newAccount, type Account } from '../kit/visitors.ts'
import { toastIn } from '../kit/toast.ts'

let app: App
let browser: TestBrowser
let who: Visitor & Account

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp({ env: allServices }), launchBrowser()])
})
afterAll(async () => {
  await browser[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})
beforeEach(async () => {
  who = await newAccount(app)
})

async function open(query = '', { calls }: { calls?: (page: Page) => Promise<void> } = {}) {
  const opened = await browser.open()
  await signedIn(opened.page, app.url, who)
  await calls?.(opened.page)
  await opened.page.goto(`${app.url}/connections${query}`)
  return opened
}
const card = (page: Page, name: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { level: 3, name, exact: true }) })
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

test('lists every service under its category, in order, with its action', async () => {
  const { page, complaints } = await open()
  await expect(page.getByRole('heading', { level: 1, name: 'Connections' })).toBeVisible()
  await expect(card(page, 'Dropbox')).toBeVisible()
  const headings = await page.getByRole('heading', { level: 2 }).allTextContents()
  expect(headings).toEqual(['Integration Roadmap', ...Object.keys(services), 'Missing an Integration?'])
  for (const [category, names] of Object.entries(services)) {
    const section = page.getByRole('region', { name: category })
    expect(await section.getByRole('heading', { level: 3 }).allTextContents()).toEqual(names)
  }
  await expect(card(page, 'Dropbox')).toContainText('Not Connected')
  await expect(card(page, 'Dropbox').getByRole('button', { name: 'Connect Dropbox' })).toBeVisible()
  for (const name of ['HubSpot', 'Webflow', 'Salesforce'])
    await expect(card(page, name)).toContainText("We're working on this integration. It will be available soon!")
  await expect(page.getByRole('link', { name: 'support@mailroom.example' })).toHaveAttribute(
    'href',
    'mailto:support@mailroom.example',
  )
  await expectNoAxeViolations(page)
  expect(complaints).toEqual([])
})

test('replaces a broken logo by two letters', async () => {
  const { page } = await open('', {
    calls: async (opened) => {
      await opened.route(/\.svg$/, (route) => route.abort())
    },
  })
  await expect(card(page, 'Google Drive')).toContainText('GD')
})

test('hardly shifts when data loads', async () => {
  await connectService(app, who, 'dropbox')
  let release = (): void => undefined
  const { page } = await open('', {
    calls: async (opened) => {
      await watchShifts(opened)
      release = await holdCalls(opened, functionOf('service-connections'))
    },
  })
  await expect(page.getByText('Loading connections...')).toBeAttached()
  await expectNoAxeViolations(page)
  release()
  await expect(card(page, 'Dropbox')).toBeVisible()
  expect(await shiftsOf(page)).toBeLessThan(0.02)
})

test('reports a service that is coming soon', async () => {
  const { page } = await open()
  const slack = card(page, 'Slack').getByRole('button', { name: 'Coming Soon: Slack' })
  await expect(slack).toBeDisabled()
  await slack.press('Enter')
  const words = "Slack integration is coming soon! We're working on bringing this to you."
  await expect(toastIn(page, words)).toContainText('Coming Soon')
})

test.each([
  ['Dropbox', 'dropbox'],
  ['Google Drive', 'google_drive'],
  ['OneDrive', 'onedrive'],
  ['TeamLeader', 'teamleader'],
] as const)('connects and disconnects %s by keyboard', async (name, provider) => {
  const email = await newServiceAccount(app, provider)
  const { page } = await open()
  await card(page, name)
    .getByRole('button', { name: `Connect ${name}` })
    .press('Enter')
  await page.locator('[name=account]').first().fill(email)
  await page.locator('[name=decision][value=accept]').first().press('Enter')
  await expect(page).toHaveURL(`${app.url}/connections`)
  await expect(toastIn(page, `${name} Connected`)).toContainText(
    `Successfully connected your ${name} account (${email})`,
  )
  await expect(card(page, name)).toContainText(`Connected as: ${email}`)
  await expect(card(page, name)).toContainText(/Connected: \w+ \d+, \d{4}/)
  await expectNoAxeViolations(page)
  const disconnect = card(page, name).getByRole('button', { name: `Disconnect ${name}` })
  await disconnect.press('Enter')
  const dialog = page.getByRole('alertdialog', { name: `Disconnect ${name}?` })
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(disconnect).toBeFocused()
  await disconnect.press('Enter')
  await dialog.getByRole('button', { name: 'Disconnect' }).press('Enter')
  await expect(toastIn(page, 'Service Disconnected')).toContainText(`${name} has been disconnected successfully.`)
  await expect(card(page, name)).toContainText('Not Connected')
  await expect(card(page, name)).not.toContainText(email)
})

test('reports a cancellation at the service and cleans the URL', async () => {
  const email = await newServiceAccount(app, 'dropbox')
  const { page } = await open()
  await card(page, 'Dropbox').getByRole('button', { name: 'Connect Dropbox' }).click()
  await page.locator('[name=account]').first().fill(email)
  await page.locator('[name=decision][value=deny]').first().click()
  await expect(toastIn(page, 'Connection Failed')).toContainText('You denied access to your account')
  await expect(page).toHaveURL(`${app.url}/connections`)
})

test('resets the button after a return without a result, also from the back-forward cache', async () => {
  const { page } = await open('', {
    // The service does not respond, so the browser stays on the page.
    calls: async (opened) => void (await opened.route(/oauth2\/authorize/, (route) => route.fulfill({ status: 204 }))),
  })
  const dropbox = card(page, 'Dropbox')
  const left = page.waitForRequest(/oauth2\/authorize/)
  await dropbox.getByRole('button', { name: 'Connect Dropbox' }).click()
  await expect(dropbox.getByRole('button', { name: 'Connecting... Dropbox' })).toBeDisabled()
  await left
  await page.evaluate(() => void window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await expect(dropbox.getByRole('button', { name: 'Connect Dropbox' })).toBeEnabled()
})

test('asks to connect again after the service revoked the grant', async () => {
  const email = await connectService(app, who, 'dropbox')
  await app.ctx.db.asService((tx) =>
    tx
      .updateTable('app.service_connections')
      .set({ status: 'needs_reauth' })
      .where('user_id', '=', who.userId)
      .execute(),
  )
  const { page } = await open()
  await expect(card(page, 'Dropbox')).toContainText('Needs a new sign-in')
  await expect(card(page, 'Dropbox')).toContainText(
    'Dropbox no longer accepts our sign-in. Actions that use it fail until you reconnect it.',
  )
  await card(page, 'Dropbox').getByRole('button', { name: 'Disconnect Dropbox' }).click()
  await expect(page.getByRole('alertdialog', { name: 'Disconnect Dropbox?' })).toBeVisible()
  await page.keyboard.press('Escape')
  await card(page, 'Dropbox').getByRole('button', { name: 'Reconnect Dropbox' }).click()
  await page.locator('[name=account]').first().fill(email)
  await page.locator('[name=decision][value=accept]').first().click()
  await expect(card(page, 'Dropbox').getByRole('button', { name: 'Disconnect Dropbox' })).toBeVisible()
})

describe('return from the service', () => {
  test('shows the message for an error', async () => {
    const { page } = await open()
    for (const [code, words] of [
      ['access_denied', 'You denied access to your account'],
      ['invalid_request', 'Invalid OAuth request'],
      ['server_error', 'Server error occurred during connection'],
      ['temporarily_unavailable', 'Service temporarily unavailable'],
      ['anything_else', 'Failed to connect to the service. Please try again.'],
    ] as const) {
      await navigate(page, `/connections?error=${code}`)
      await expect(toastIn(page, words)).toContainText('Connection Failed')
      await expect(page).toHaveURL(`${app.url}/connections`)
    }
  })

  test('does not claim a connection because of the URL alone', async () => {
    const { page } = await open('?success=dropbox_connected&service=dropbox&email=somebody%40example.com')
    await expect(toastIn(page, 'Connection Failed')).toContainText('Failed to connect to Dropbox. Please try again.')
    await expect(page.getByText('somebody@example.com')).toHaveCount(0)
  })
})

describe('failures', () => {
  test.each([
    ['Dropbox', 'dropbox-auth', 'Failed to initiate Dropbox connection'],
    ['Google Drive', 'google-auth', 'Failed to initiate Google Drive connection'],
  ])('%s is reported, and the button works again', async (name, path, words) => {
    const { page } = await open()
    await failCalls(page, functionOf(path))
    const connect = card(page, name).getByRole('button', { name: `Connect ${name}` })
    await connect.click()
    await expect(toastIn(page, 'Connection Failed')).toContainText(words)
    await expect(connect).not.toHaveAttribute('aria-busy', 'true')
  })

  test('shows progress on the disabled button', async () => {
    const { page } = await open()
    const gate = Promise.withResolvers<void>()
    await page.route(functionOf('dropbox-auth'), async (route) => {
      await gate.promise
      await route.fulfill({ status: 503, json: { error: { code: 'internal', message: 'Not now.' } } })
    })
    await card(page, 'Dropbox').getByRole('button', { name: 'Connect Dropbox' }).click()
    const busy = card(page, 'Dropbox').getByRole('button', { name: 'Connecting... Dropbox' })
    await expect(busy).toBeDisabled()
    await expect(busy).toHaveText('Connecting...')
    gate.resolve()
    await expect(card(page, 'Dropbox').getByRole('button', { name: 'Connect Dropbox' })).toBeEnabled()
  })

  test('reports a response without a URL', async () => {
    const { page } = await open()
    await page.route(/\/functions\/v1\/dropbox-auth$/, (route) => route.fulfill({ json: {} }))
    await card(page, 'Dropbox').getByRole('button', { name: 'Connect Dropbox' }).click()
    await expect(toastIn(page, 'Connection Failed')).toContainText('No authorization URL received')
  })

  test("navigates to the services' hosts only", async () => {
    const { page } = await open()
    const url = 'https://www.dropbox.com.evil.example/oauth2/authorize'
    await answerCalls(page, functionOf('dropbox-auth'), ServiceAuthOutput, { url })
    await card(page, 'Dropbox').getByRole('button', { name: 'Connect Dropbox' }).click()
    await expect(toastIn(page, 'Connection Failed')).toContainText('The server sent an address that is not allowed.')
    await expect(page).toHaveURL(`${app.url}/connections`)
  })

  test.each([
    ['the server says why', { status: 503, message: 'Dropbox is having a rest.' }, 'Dropbox is having a rest.'],
    ['the result is false', null, 'Disconnect operation failed'],
    ['no response', 'abort', 'Failed to disconnect Dropbox. Please try again.'],
  ] as const)('disconnecting: %s', async (_, failure, words) => {
    await connectService(app, who, 'dropbox')
    const { page } = await open()
    const isDisconnect = (body: string) => body.includes('disconnect')
    if (failure !== null && failure !== 'abort')
      await failCalls(page, functionOf('service-connections'), { ...failure, when: isDisconnect })
    else
      await page.route(functionOf('service-connections'), (route) => {
        if (!isDisconnect(route.request().postData() ?? '')) return route.fallback()
        return failure === 'abort' ? route.abort() : route.fulfill({ json: { success: false } })
      })
    await card(page, 'Dropbox').getByRole('button', { name: 'Disconnect Dropbox' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click()
    await expect(toastIn(page, 'Disconnect Failed')).toContainText(words)
    await expect(card(page, 'Dropbox')).toContainText('Connected as:')
  })

  test('retries connections that cannot be read', async () => {
    const { page } = await open('', {
      calls: (opened) => failCalls(opened, functionOf('service-connections'), { status: 400, times: 1 }),
    })
    await expect(page.getByRole('heading', { name: 'Error Loading Connections' })).toBeVisible()
    await page.getByRole('button', { name: 'Try Again' }).click()
    await expect(card(page, 'Dropbox')).toBeVisible()
  })
})

test('fits a phone', async () => {
  await connectService(app, who, 'google_drive')
  const { page } = await open()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(card(page, 'Google Drive')).toContainText('Connected')
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(beyond).toBe(0)
  await expectNoAxeViolations(page)
})
