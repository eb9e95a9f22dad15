import { expect } from '../kit/expect.ts'
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, test } from 'vitest'
import { openProduct, signInOrUp } from '../../scripts/lib/product-client.ts'
import { expectNoAxeViolations, launchBrowser, signedIn, type TestBrowser } from '../kit/browser.ts'
import { startApp, type App } from '../kit/start-app.ts'

let app: App
let browser: TestBrowser
const account = { email: `${randomBytes(5).toString('hex')}@people.example`, password: 'correct horse battery' }

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), launchBrowser()])
  await signInOrUp(await openProduct(app.url), account.email, account.password)
})
afterAll(async () => {
  await browser[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})

const open = async (path: string, viewport = { width: 1280, height: 900 }) => {
  const opened = await browser.open({ viewport })
  await signedIn(opened.page, app.url, account)
  await opened.page.goto(app.url + path)
  return opened
}

test('an unknown URL shows 404, a link home, and logs the path', async () => {
  const { page } = await browser.open()
  const logged: string[] = []
  page.on('console', (message) => logged.push(message.text()))
  await page.goto(`${app.url}/no/such/page`)
  await expect(page.getByText('Oops! Page not found')).toBeVisible()
  await expect.poll(() => logged.join('\n')).toContain('/no/such/page')
  await expectNoAxeViolations(page)
  await page.getByRole('link', { name: 'Return to Home' }).click()
  await expect(page).toHaveURL(`${app.url}/auth/login`)
})

test('goes to a page and searches the history by the keyboard palette', async () => {
  const { page, complaints } = await open('/account')
  await expect(page.getByRole('heading', { name: 'Account Settings' })).toBeVisible()
  await page.keyboard.press('Control+k')
  const field = page.getByRole('textbox', { name: 'Go to' })
  await expect(field).toBeFocused()
  await expectNoAxeViolations(page)
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('dialog').locator('[aria-current=true]')).toHaveText('Documentation')
  await page.keyboard.press('Escape')
  await expect(field).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await field.fill('dropbox')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${app.url}/connections`)
  await expect(field).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await field.fill('invoice 7')
  await page.getByRole('button', { name: 'Search the history for “invoice 7”' }).click()
  await expect(page.getByLabel('Search by subject or sender')).toHaveValue('invoice 7')
  expect(complaints).toEqual([])
})

test('says that the device is offline, until it is back', async () => {
  const { page } = await open('/account')
  const strip = page.getByText('You are offline.')
  // The strip is loaded after the screen.
  const isLoaded = () => performance.getEntriesByType('resource').some(({ name }) => name.includes('bottom-strips'))
  await page.waitForFunction(isLoaded)
  const setOnline = (isOnline: boolean) =>
    page.evaluate((value) => {
      Object.defineProperty(navigator, 'onLine', { value, configurable: true })
      dispatchEvent(new Event(value ? 'online' : 'offline'))
    }, isOnline)
  await setOnline(false)
  await expect(strip).toBeVisible()
  await expectNoAxeViolations(page)
  await setOnline(true)
  await expect(strip).toHaveCount(0)
})

test('protected pages ask visitors to sign in', async () => {
  const { page } = await browser.open()
  for (const path of ['/dashboard', '/subscription', '/connections', '/account', '/email-folders']) {
    await page.goto(app.url + path)
    await expect(page).toHaveURL(`${app.url}/auth/login`)
  }
})

test('signed-in users are redirected from the login screen', async () => {
  const { page } = await open('/auth/login')
  await expect(page).toHaveURL(`${app.url}/dashboard`)
})

test('the menu leads to every page; each focuses its heading and sets the title', async () => {
  const { page, complaints } = await open('/dashboard')
  const menu = page.getByRole('navigation', { name: 'Main' })
  const places = [
    ['Review', 'Review', '/review'],
    ['History', 'Processing History', '/history'],
    ['Subscription', 'Subscription', '/subscription'],
    ['Connections', 'Connections', '/connections'],
    ['Account', 'Account Settings', '/account'],
    ['Dashboard', 'Dashboard', '/dashboard'],
  ] as const
  for (const [link, heading, path] of places) {
    await menu.getByRole('link', { name: link, exact: true }).click()
    await expect(page.getByRole('heading', { name: heading, exact: true, level: 1 })).toBeFocused()
    await expect(page).toHaveURL(app.url + path)
    await expect(page).toHaveTitle(`${heading} · Mailroom`)
    await expect(menu.getByRole('link', { name: link, exact: true })).toHaveAttribute('aria-current', 'page')
    await expectNoAxeViolations(page)
  }
  await menu.getByRole('link', { name: 'Email Folders' }).click()
  await expect(page).toHaveURL(`${app.url}/dashboard?tab=folders`)
  // Without a mailbox there are no folders, so the page offers to connect one.
  await expect(page.getByRole('heading', { name: 'Connect Your Mailbox' })).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Email Folders' })).toHaveAttribute('aria-current', 'page')
  await expect(menu.getByRole('link', { name: 'Dashboard', exact: true })).not.toHaveAttribute('aria-current')
  await page.getByRole('link', { name: 'Mailroom', exact: true }).click()
  await expect(page).toHaveURL(`${app.url}/dashboard`)
  expect(complaints).toEqual([])
})

test('without a mailbox the header offers to connect one and shows the free plan', async () => {
  const { page } = await open('/account')
  const header = page.getByRole('banner')
  await expect(header.getByText('Free')).toBeVisible()
  await header.getByRole('link', { name: 'Connect Mailbox' }).click()
  await expect(page).toHaveURL(`${app.url}/dashboard?tab=mailbox`)
})

test('the header reports loading mailboxes', async () => {
  const { page } = await browser.open()
  await signedIn(page, app.url, account)
  const gate = Promise.withResolvers<void>()
  await page.route('**/functions/v1/microsoft-graph', async (route) => {
    await gate.promise
    await route.continue()
  })
  await page.goto(`${app.url}/dashboard`)
  await expect(page.getByRole('banner').getByText('Loading mailboxes...')).toBeVisible()
  await expect(page.getByText('Checking status...').first()).toBeVisible()
  gate.resolve()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Connect Mailbox' })).toBeVisible()
})

test('shows the plan and its usage on the subscription page', async () => {
  const { page } = await open('/subscription')
  await expect(page.getByRole('heading', { name: 'No Active Subscription' })).toBeVisible()
  await expect(page.getByText('100 emails per month')).toBeVisible()
  await expect(page.getByRole('progressbar', { name: 'Emails this month' })).toHaveAttribute('value', '0')
  await expect(page.getByText(`© ${app.clock.now().getFullYear()} Mailroom`)).toBeVisible()
})

test('warns about usage near the limit, and more strongly when it is almost reached', async () => {
  for (const [processed, words] of [
    [80, "You have used 80% of this month's emails."],
    [95, 'You are almost at your limit.'],
  ] as const) {
    const { page } = await browser.open()
    await signedIn(page, app.url, account)
    await page.route('**/rest/v1/usage*', (route) => route.fulfill({ json: { emails_processed: processed } }))
    await page.goto(`${app.url}/subscription`)
    await expect(page.getByText(words)).toBeVisible()
    await expectNoAxeViolations(page)
  }
})

test('reports a screen that cannot be loaded, and retries', async () => {
  const { page } = await open('/dashboard')
  await expect(page.getByRole('tab', { name: 'Overview' })).toBeVisible()
  const menu = page.getByRole('navigation', { name: 'Main' })
  let broken = true
  await page.route(/\/assets\/(?:review|connections)-screen-/, (route) => (broken ? route.abort() : route.continue()))
  await page.evaluate(() => Object.defineProperty(navigator, 'onLine', { value: false, configurable: true }))
  await menu.getByRole('link', { name: 'Review' }).click()
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeFocused()
  await page.evaluate(() => Object.defineProperty(navigator, 'onLine', { value: true }))
  broken = false
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('heading', { name: 'Review', exact: true, level: 1 })).toBeFocused()

  broken = true
  await menu.getByRole('link', { name: 'Connections' }).click()
  // The router reloads the page once, because a deployment may have replaced the screen's script. The error may be
  // visible for a moment before it does.
  await page.waitForFunction(() => performance.getEntriesByType('navigation')[0]?.toJSON().type === 'reload')
  await expect(page.getByRole('main').getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Connections' })).toHaveAttribute('aria-current', 'page')
  await expectNoAxeViolations(page)
  broken = false
  await page.getByRole('button', { name: 'Reload Page' }).click()
  await expect(page.getByRole('heading', { name: 'Connections', exact: true, level: 1 })).toBeVisible()
})

test('keeps the title while the next screen loads', async () => {
  const { page } = await open('/dashboard')
  const gate = Promise.withResolvers<void>()
  await page.route(/\/assets\/account-screen-/, async (route) => {
    await gate.promise
    await route.continue()
  })
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Account' }).click()
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toHaveCount(0)
  await expect(page).toHaveTitle('Dashboard · Mailroom')
  gate.resolve()
  await expect(page).toHaveTitle('Account Settings · Mailroom')
})

test('returns to the former place of a page, and begins a new page at its top', async () => {
  const { page } = await browser.open()
  await page.goto(`${app.url}/help#two-step`)
  const top = () => page.evaluate(() => Math.round(scrollY))
  const title = (name: string) => page.getByRole('heading', { level: 1, name })
  await expect(title('Documentation')).toBeAttached()
  await expect.poll(top).toBeGreaterThan(500)
  const link = page.getByRole('main').getByRole('link', { name: 'Privacy Policy' })
  await link.focus()
  const former = await top()
  await link.press('Enter')
  await expect(title('Privacy Policy')).toBeFocused()
  await expect.poll(top).toBe(0)
  await page.goBack()
  await expect(title('Documentation')).toBeFocused()
  await expect.poll(top).toBe(former)
  await page.reload()
  await expect(title('Documentation')).toBeAttached()
  await expect.poll(top).toBe(former)

  // The place belongs to the page that was left, not to one that was pressed meanwhile.
  await page.evaluate(() => {
    for (const path of ['/terms', '/privacy']) document.querySelector<HTMLElement>(`a[href="${path}"]`)?.click()
  })
  await expect(title('Privacy Policy')).toBeFocused()
  await page.evaluate(() => scrollTo(0, 200))
  await page.goBack()
  await expect(title('Terms of Service')).toBeFocused()
  await expect.poll(top).toBe(0)
  // Replaces the entry of the privacy policy.
  await page.goto(`${app.url}/help`)
  await expect(title('Documentation')).toBeAttached()
  await expect.poll(top).toBe(0)
})

test('a page that fits does not scroll', async () => {
  const { page } = await open('/subscription')
  await expect(page.getByRole('heading', { name: 'No Active Subscription' })).toBeVisible()
  await expect(page.getByText(`© ${app.clock.now().getFullYear()} Mailroom`)).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(900)
})

test("fits a phone's width", async () => {
  const { page } = await open('/dashboard', { width: 390, height: 844 })
  for (const path of [
    '/dashboard',
    '/dashboard?tab=mailbox',
    '/subscription',
    '/connections',
    '/account',
    '/review',
    '/nowhere',
  ]) {
    await page.goto(app.url + path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const beyond = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(beyond, path).toBeLessThanOrEqual(0)
    await expectNoAxeViolations(page)
    const current = page.getByRole('navigation', { name: 'Main' }).locator('[aria-current]')
    if (path !== '/nowhere') await expect(current, path).toBeInViewport({ ratio: 1 })
    const beyondWithLargeText = await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
      return document.documentElement.scrollWidth - document.documentElement.clientWidth
    })
    expect(beyondWithLargeText, `${path} with text at 200 %`).toBeLessThanOrEqual(0)
    const signOut = page.getByRole('banner').getByRole('button', { name: 'Sign Out' })
    if (path !== '/nowhere') await expect(signOut).toBeInViewport({ ratio: 1 })
  }
})

test('with reduced motion a change of the color scheme is immediate', async () => {
  const { page } = await open('/account')
  await expect(page.getByRole('heading', { name: 'Account Settings' })).toBeVisible()
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)
})

test('the first tab stop skips to the content', async () => {
  const { page } = await open('/account')
  await expect(page.getByRole('heading', { name: 'Account Settings' })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})
