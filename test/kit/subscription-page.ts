import type { Page } from 'playwright-core'
import { beforeEach } from 'vitest'
import { publishLiveEvent } from '../../server/db/live-events.ts'
import { browserOfFile, signedIn, type TestBrowser, type TestPage } from './browser.ts'
import type { Visitor } from './outlook.ts'
import { appOfPages, type App } from './start-app.ts'
import { setSubscription, setUsage, type SubscriptionState } from './subscriptions.ts'
import { newAccount, type Account } from './visitors.ts'
import { expectToast } from './toast.ts'

/** A user of the subscription screen. */
type Subscriber = Account & Visitor

interface OpenOptions {
  query?: string
  path?: string
  width?: number
  /** Runs before the page is opened, e.g. to inject failures. */
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

/** Set-up of each walk through this screen: the product, a browser, and a new user for each test. */
export async function subscriptionScreen() {
  const app = await appOfPages()
  const browser = await browserOfFile()
  let who: Subscriber
  beforeEach(async () => {
    who = await newAccount(app)
  })
  /** The open page reads the subscription and the usage again. */
  const publish = (): Promise<void> =>
    app.ctx.db.asService((tx) => publishLiveEvent(tx, who.userId, { type: 'subscription' }))
  return {
    app,
    who: () => who,
    open: (options?: OpenOptions): Promise<TestPage> => openSubscription(browser, app, who, options),
    publish,
    setSubscription: async (state?: SubscriptionState): Promise<void> => {
      await setSubscription(app, who.userId, state)
      await publish()
    },
    /** @param monthsAgo 0: this month */
    setUsage: async (processed: number, monthsAgo?: number): Promise<void> => {
      await setUsage(app, who.userId, processed, monthsAgo)
      await publish()
    },
    /** A page of the sandbox that always exists, for tests of a redirect. */
    elsewhere: () => `${app.sandbox.url}/?from=mailroom`,
    /** Presses a button that redirects there, and stays on the page, so that its messages can be read. */
    expectRedirect: async (page: Page, press: () => Promise<void>): Promise<void> => {
      const url = `${app.sandbox.url}/?from=mailroom`
      await page.route(url, (route) => route.fulfill({ status: 204 }))
      const left = page.waitForResponse(url)
      await press()
      await left
    },
  }
}

/** Mocks the response of a billing function. @returns the bodies of the calls, filled as they arrive */
export async function answerWith(page: Page, name: string, json: object, status = 200): Promise<unknown[]> {
  const requests: unknown[] = []
  await page.route(new RegExp(`/functions/v1/${name}$`), async (route) => {
    requests.push(route.request().postDataJSON())
    await route.fulfill({ status, json })
  })
  return requests
}

/** Without repetitions: the page requests a price again when live events are connected late. */
export const distinct = (requests: readonly unknown[]): unknown[] =>
  [...new Set(requests.map((request) => JSON.stringify(request)))].map((text): unknown => JSON.parse(text))

export const refusal = (code: string, message: string) => ({ error: { code, message } })
export const buttonIn = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
export const badgeIn = (page: Page) =>
  page
    .getByRole('banner')
    .getByText(/^Plan: /)
    .locator('..')

export const cutOff = (page: Page, name: string) =>
  page.route(new RegExp(`/functions/v1/${name}$`), (route) => route.abort())

/** A failure, how to inject it, and the message that the page must show. */
export type Fault = readonly [fault: (page: Page) => Promise<unknown>, title: string, words: string]

/** Injects the failures one after the other on one page, which also tests that an open dialog can retry. */
export async function expectEachFailureShown(
  page: Page,
  faults: readonly Fault[],
  attempt: () => Promise<void>,
): Promise<void> {
  for (const [fault, title, words] of faults) {
    await page.unrouteAll()
    await fault(page)
    await attempt()
    await expectToast(page, title, words)
  }
  await page.unrouteAll()
}
