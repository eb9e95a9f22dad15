import type { Locator, Page } from 'playwright-core'
import { expect } from './expect.ts'
import type { App } from './start-app.ts'
import { dismissToast } from './toast.ts'
import { type Account, fillLogin, visitorPassword } from './visitors.ts'
import { navigate } from './walk.ts'

/** The sign-in screens with the real server, and the pages of the sandbox's providers. */

export const headingIn = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

/** An entry of the user menu, which this opens. */
export async function userMenuEntry(page: Page, name: string): Promise<Locator> {
  const entry = page.getByRole('banner').getByText(name, { exact: true })
  if (!(await entry.isVisible())) await page.getByRole('button', { name: /^User menu: / }).press('Enter')
  return entry
}

/** In the header, and on the screen of the second step. */
export const pressSignOut = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Sign Out' }).first().press('Enter')

export async function signOut(app: { url: string }, page: Page): Promise<void> {
  await pressSignOut(page)
  await expect(page).toHaveURL(`${app.url}/auth/login`)
  await dismissToast(page, 'Signed out successfully')
}

/** Signs in to this page, up to the second step. */
export async function passFirstStep(app: App, page: Page, account: Account, path: string): Promise<void> {
  await navigate(page, path)
  await expect(page).toHaveURL(`${app.url}/auth/login`)
  await fillLogin(page, account)
  await expect(page).toHaveURL(`${app.url}/auth/second-step`)
}

export async function signUpAs(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(visitorPassword)
  await page.getByLabel('Confirm password').fill(visitorPassword)
  await page.keyboard.press('Enter')
}

/** Signs up on a server that confirms addresses. */
export async function signUpByEmail(page: Page, email: string): Promise<void> {
  await signUpAs(page, email)
  await expect(headingIn(page, 'Check your email')).toBeFocused()
}

/** Goes to the provider's page by keyboard. */
export async function leaveFor(app: App, page: Page, provider: string): Promise<void> {
  await page.getByRole('button', { name: `Continue with ${provider}` }).press('Enter')
  await page.waitForURL((url) => url.origin === app.sandbox.url)
}

/** Decides on the provider's page. */
export async function decide(page: Page, label: string, account: string, button: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).fill(account)
  await page.getByRole('button', { name: button, exact: true }).click()
}
