import { afterAll, beforeAll, test } from 'vitest'
import { launchBrowser, type TestBrowser } from '../kit/browser.ts'
import { lookAtAccount, lookAtProviders, lookAtTwoSteps } from '../kit/screens/account-screens.ts'
import { lookEverywhere } from '../kit/screens/look.ts'
import { lookAtPayment, lookAtSubscription } from '../kit/screens/subscription-screens.ts'
import { startApp, type App } from '../kit/start-app.ts'

/** At each width, light and dark. */
let app: App
let browser: TestBrowser
beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), launchBrowser()])
})
afterAll(async () => {
  await browser[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})

test('the account', () => lookAtAccount(app, browser, lookEverywhere))
test('two-step sign-in', () => lookAtTwoSteps(app, browser, lookEverywhere))
test('sign-in with a provider', () => lookAtProviders(app, browser, lookEverywhere))
test('the subscription', () => lookAtSubscription(app, browser, lookEverywhere))
test('a payment that is not known', () => lookAtPayment(app, browser, lookEverywhere))
