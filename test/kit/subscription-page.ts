import { decodeJwt } from 'jose'
import type { Page } from 'playwright-core'
import { expect } from './expect.ts'
import { signedIn, type TestBrowser, type TestPage } from './browser.ts'
import { toastIn } from './folders-page.ts'
import type { App } from './start-app.ts'
import { newAccount, tokensOf, type Account } from './visitors.ts'

/** Somebody who looks at the subscription screen. */
export interface Subscriber extends Account {
  userId: string
  token: string
}

export async function newSubscriber(app: App): Promise<Subscriber> {
  const account = await newAccount(app)
  const { access_token: token } = await tokensOf(app, account)
  return { ...account, token, userId: String(decodeJwt(token).sub) }
}

interface OpenOptions {
  query?: string
  path?: string
  width?: number
  /** Before the page is opened, e.g. calls that are to fail. */
  prepare?: (page: Page) => Promise<unknown>
}

export async function openSubscription(
  browser: TestBrowser,
  app: App,
  who: Subscriber,
  { query = '', path = '/subscription', width = 1280, prepare }: OpenOptions = {},
): Promise<TestPage> {
  const opened = await browser.open({ viewport: { width, height: 900 } })
  await signedIn(opened.page, app.url, who)
  await prepare?.(opened.page)
  await opened.page.goto(app.url + path + query)
  return opened
}

/** What a function of billing answers from now on, instead of the server. @returns the bodies that it was asked with */
export async function answerWith(page: Page, name: string, json: object, status = 200): Promise<unknown[]> {
  const asked: unknown[] = []
  await page.route(new RegExp(`/functions/v1/${name}$`), async (route) => {
    asked.push(route.request().postDataJSON())
    await route.fulfill({ status, json })
  })
  return asked
}

export const refusal = (code: string, message: string) => ({ error: { code, message } })
export const buttonIn = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
export const badgeIn = (page: Page) =>
  page
    .getByRole('banner')
    .getByText(/^Plan: /)
    .locator('..')

export const cutOff = (page: Page, name: string) =>
  page.route(new RegExp(`/functions/v1/${name}$`), (route) => route.abort())

/** What goes wrong, how, and what is said then. */
export type Fault = readonly [name: string, fault: (page: Page) => Promise<unknown>, title: string, words: string]

/** The faults one after the other, on one page: a dialog that stays open can be tried again. */
export async function eachIsSaid(page: Page, faults: readonly Fault[], attempt: () => Promise<void>): Promise<void> {
  for (const [name, fault, title, words] of faults) {
    await page.unrouteAll()
    await fault(page)
    await attempt()
    await expect(toastIn(page, title), name).toContainText(words)
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await expect(toastIn(page, title)).toHaveCount(0)
  }
}
