import { decodeJwt } from 'jose'
import type { Page } from 'playwright-core'
import { signedIn, type TestBrowser, type TestPage } from './browser.ts'
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
