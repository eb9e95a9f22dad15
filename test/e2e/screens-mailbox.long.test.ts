import { afterAll, beforeAll, test } from 'vitest'
import { launchBrowser, type TestBrowser } from '../kit/browser.ts'
import { lookEverywhere } from '../kit/screens/look.ts'
import { lookAtFirstSteps, lookAtMailbox, lookAtPlaceholders } from '../kit/screens/mailbox-screens.ts'
import { lookAtReview } from '../kit/screens/review-screens.ts'
import { lookAtTidyUp } from '../kit/screens/tidy-up-screens.ts'
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

test('a mailbox', () => lookAtMailbox(app, browser, lookEverywhere))
test('the first steps', () => lookAtFirstSteps(app, browser, lookEverywhere))
test('placeholders', () => lookAtPlaceholders(app, browser, lookEverywhere))
test('the review', () => lookAtReview(app, browser, lookEverywhere))
test('Tidy up', () => lookAtTidyUp(app, browser, lookEverywhere))
