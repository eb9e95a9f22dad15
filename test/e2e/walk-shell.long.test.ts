import { expect } from '../kit/expect.ts'
import { test } from 'vitest'
import { usageMonth } from '../../contract/limits.ts'
import { publishLiveEvent } from '../../server/db/live-events.ts'
import { signedIn, browserOfFile } from '../kit/browser.ts'
import { appOfPages } from '../kit/start-app.ts'
import { newAccount } from '../kit/visitors.ts'
import { holdCalls, navigate } from '../kit/walk.ts'

/** What surrounds every screen: menu, header, palette, errors. */
const app = await appOfPages()
const browser = await browserOfFile()

const account = await newAccount(app)

test('an unknown URL shows 404, a link home, and logs the path', async () => {
  const { page } = await browser.open()
  const logged: string[] = []
  page.on('console', (message) => logged.push(message.text()))
  await page.goto(`${app.url}/no/such/page`)
  await expect(page.getByText('Oops! Page not found')).toBeVisible()
  await expect.poll(() => logged.join('\n')).toContain('/no/such/page')
  await page.getByRole('link', { name: 'Return to Home' }).click()
  await expect(page).toHaveURL(`${app.url}/auth/login`)
})

test('without a mailbox the header and the menu lead to where one is connected', async () => {
  const { page } = await browser.open()
  await signedIn(page, app.url, account)
  const release = await holdCalls(page, /\/functions\/v1\/microsoft-graph$/)
  await page.goto(`${app.url}/auth/login`)
  await expect(page).toHaveURL(`${app.url}/dashboard`)
  const header = page.getByRole('banner')
  await expect(header.getByText('Loading mailboxes...')).toBeVisible()
  await expect(page.getByText('Checking status...').first()).toBeVisible()
  release()
  await expect(header.getByRole('link', { name: 'Connect Mailbox' })).toBeVisible()

  const menu = page.getByRole('navigation', { name: 'Main' })
  await menu.getByRole('link', { name: 'Email Folders' }).click()
  await expect(page).toHaveURL(`${app.url}/dashboard?tab=folders`)
  // Without a mailbox there are no folders, so the page offers to connect one.
  await expect(page.getByRole('heading', { name: 'Connect Your Mailbox', exact: true })).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Email Folders' })).toHaveAttribute('aria-current', 'page')
  await expect(menu.getByRole('link', { name: 'Dashboard', exact: true })).not.toHaveAttribute('aria-current')
  await page.getByRole('link', { name: 'Mailroom', exact: true }).click()
  await expect(page).toHaveURL(`${app.url}/dashboard`)
  await navigate(page, '/account')
  await expect(page.getByRole('heading', { name: 'Account Settings' })).toBeFocused()
  await expect(header.getByText('Free')).toBeVisible()
  // With reduced motion a change of the color scheme is immediate.
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)
  await header.getByRole('link', { name: 'Connect Mailbox' }).click()
  await expect(page).toHaveURL(`${app.url}/dashboard?tab=mailbox`)
})

test('the palette leads to pages and searches; offline and the usage of the plan are reported', async () => {
  const { page } = await browser.open()
  await signedIn(page, app.url, account)
  await page.goto(`${app.url}/account`)
  await expect(page.getByRole('heading', { name: 'Account Settings' })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()

  const field = page.getByRole('textbox', { name: 'Search or run a command' })
  await page.keyboard.press('Control+k')
  await expect(field).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('dialog').locator('[aria-current=true]')).toHaveText('Sign Out')
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

  const offline = page.getByText('You are offline.')
  const setOnline = (isOnline: boolean) =>
    page.evaluate((value) => {
      Object.defineProperty(navigator, 'onLine', { value, configurable: true })
      dispatchEvent(new Event(value ? 'online' : 'offline'))
    }, isOnline)
  await setOnline(false)
  await expect(offline).toBeVisible()
  await setOnline(true)
  await expect(offline).toHaveCount(0)

  await navigate(page, '/subscription')
  await expect(page.getByRole('heading', { name: 'No Active Subscription' })).toBeVisible()
  await expect(page.getByText('100 emails per month')).toBeVisible()
  await expect(page.getByText(`© ${app.clock.now().getFullYear()} Mailroom`)).toBeVisible()
  // A page that fits does not scroll.
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(900)
  const usage = page.getByRole('progressbar', { name: 'Emails this month' })
  await expect(usage).toHaveAttribute('value', '0')
  for (const [emails_processed, words] of [
    [80, "You have used 80% of this month's emails."],
    [95, 'You are almost at your limit.'],
  ] as const) {
    await app.ctx.db.asService(async (tx) => {
      const row = { user_id: account.userId, month: usageMonth(app.clock.now()), emails_processed }
      await tx
        .insertInto('usage')
        .values(row)
        .onConflict((conflict) => conflict.columns(['user_id', 'month']).doUpdateSet({ emails_processed }))
        .execute()
      await publishLiveEvent(tx, account.userId, { type: 'subscription' })
    })
    await expect(page.getByText(words)).toBeVisible()
    await expect(usage).toHaveAttribute('value', String(emails_processed))
  }
})

test('keeps the title while the next screen loads; reports one that cannot be loaded, and retries', async () => {
  const { page } = await browser.open()
  await signedIn(page, app.url, account)
  await page.goto(`${app.url}/dashboard`)
  await expect(page.getByRole('tab', { name: 'Overview' })).toBeVisible()
  const menu = page.getByRole('navigation', { name: 'Main' })
  const title = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })
  const release = await holdCalls(page, /\/assets\/account-screen-/)
  await menu.getByRole('link', { name: 'Account' }).click()
  await expect(title('Dashboard')).toHaveCount(0)
  await expect(page).toHaveTitle('Dashboard · Mailroom')
  release()
  await expect(page).toHaveTitle('Account Settings · Mailroom')

  let broken = true
  await page.route(/\/assets\/(?:review|connections)-screen-/, (route) => (broken ? route.abort() : route.continue()))
  await page.evaluate(() => Object.defineProperty(navigator, 'onLine', { value: false, configurable: true }))
  await menu.getByRole('link', { name: 'Review' }).click()
  await expect(title('Unexpected Application Error!')).toBeFocused()
  await page.evaluate(() => Object.defineProperty(navigator, 'onLine', { value: true }))
  broken = false
  // Loads the page again: browsers do not fetch a script again that they could not load.
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(title('Review')).toBeVisible()

  broken = true
  await menu.getByRole('link', { name: 'Connections' }).click()
  // The router reloads the page once, because a deployment may have replaced the screen's script. The error may be
  // visible for a moment before it does.
  await page.waitForFunction(() => performance.getEntriesByType('navigation')[0]?.toJSON().type === 'reload')
  await expect(page.getByRole('main').getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Connections' })).toHaveAttribute('aria-current', 'page')
  broken = false
  await page.getByRole('button', { name: 'Reload Page' }).click()
  await expect(title('Connections')).toBeVisible()
})

test('on a phone the menu shows where one is, and large text overflows nothing', async () => {
  const { page } = await browser.open({ viewport: { width: 390, height: 844 } })
  await signedIn(page, app.url, account)
  await page.goto(`${app.url}/dashboard`)
  const beyond = (fontSize: string) =>
    page.evaluate((size) => {
      document.documentElement.style.fontSize = size
      return document.documentElement.scrollWidth - document.documentElement.clientWidth
    }, fontSize)
  const places = [
    ['/dashboard', 'Dashboard'],
    ['/dashboard?tab=mailbox', 'Mailboxes'],
    ['/subscription', 'Subscription'],
    ['/connections', 'Connections'],
    ['/account', 'Account Settings'],
    ['/review', 'Review'],
    ['/nowhere', 'Oops! Page not found'],
  ] as const
  for (const [path, heading] of places) {
    await navigate(page, path)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expect(page.locator('[data-waiting]')).toHaveCount(0)
    expect(await beyond('100%'), path).toBeLessThanOrEqual(0)
    const current = page.getByRole('navigation', { name: 'Main' }).locator('[aria-current]:visible')
    if (path !== '/nowhere') await expect(current, path).toBeInViewport({ ratio: 1 })
    expect(await beyond('200%'), `${path} with text at 200 %`).toBeLessThanOrEqual(0)
    const user = page.getByRole('banner').getByRole('button', { name: /^User menu: / })
    if (path !== '/nowhere') await expect(user).toBeInViewport({ ratio: 1 })
  }
  await navigate(page, '/dashboard')
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Notifications/ })
    .click()
  const panel = page.getByRole('dialog', { name: 'Notifications' })
  await expect(panel.getByRole('heading', { name: 'No notifications' })).toBeVisible()
  await expect(panel).toBeInViewport({ ratio: 1 })
})
