import { afterAll, beforeAll, test } from 'vitest'
import { launchBrowser, type TestBrowser } from '../kit/browser.ts'
import { lookOnce } from '../kit/screens/look.ts'
import { lookAtFirstSteps, lookAtMailbox, lookAtPlaceholders } from '../kit/screens/mailbox-screens.ts'
import { lookAtReview } from '../kit/screens/review-screens.ts'
import { startApp, type App } from '../kit/start-app.ts'

let app: App
let browser: TestBrowser
beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), launchBrowser()])
})
afterAll(async () => {
  await browser[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})

test('a mailbox', () => lookAtMailbox(app, browser, lookOnce))
test('the first steps', () => lookAtFirstSteps(app, browser, lookOnce))
test('placeholders', () => lookAtPlaceholders(app, browser, lookOnce))
test('the review', () => lookAtReview(app, browser, lookOnce))
