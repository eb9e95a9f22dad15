import { expect } from '../kit/expect.ts'
import { test } from 'vitest'
import { browserOfFile } from '../kit/browser.ts'
import { appOfPages } from '../kit/start-app.ts'
import { fillLogin, newAccount } from '../kit/visitors.ts'
import { navigate } from '../kit/walk.ts'

const app = await appOfPages()
const browser = await browserOfFile()

const account = await newAccount(app)

test('protected pages ask visitors to sign in; the menu leads to each, its heading has the focus', async () => {
  const { page } = await browser.open()
  await page.goto(`${app.url}/dashboard`)
  await expect(page.getByRole('heading', { name: 'Welcome to Mailroom' })).toBeVisible()
  await expect(page).toHaveURL(`${app.url}/auth/login`)
  for (const path of ['/subscription', '/connections', '/account', '/history', '/review', '/email-folders']) {
    await navigate(page, '/terms')
    await expect(page.getByRole('heading', { level: 1, name: 'Terms of Service' })).toBeFocused()
    await navigate(page, path)
    await expect(page).toHaveURL(`${app.url}/auth/login`)
    await expect(page.getByRole('heading', { name: 'Welcome to Mailroom' })).toBeVisible()
  }

  await fillLogin(page, account)
  await expect(page).toHaveURL(`${app.url}/dashboard?tab=folders`)
  // Who is signed in has no use for the login screen.
  await navigate(page, '/auth/login')
  await expect(page).toHaveURL(`${app.url}/dashboard`)
  const menu = page.getByRole('navigation', { name: 'Main' })
  const places = [
    ['Review', 'Review', '/review'],
    ['Email Folders', 'Email Folders', '/dashboard?tab=folders'],
    ['History', 'Processing History', '/history'],
    ['Mailboxes', 'Mailboxes', '/dashboard?tab=mailbox'],
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
  }
})
