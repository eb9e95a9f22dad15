import { afterAll, beforeAll, test } from 'vitest'
import { launchBrowser, type TestBrowser } from '../kit/browser.ts'
import { lookAtActions, lookAtAgent } from '../kit/screens/automation-screens.ts'
import { lookEverywhere } from '../kit/screens/look.ts'
import { startApp, type App } from '../kit/start-app.ts'

/** At each width, light and dark. */
let app: App
let browser: TestBrowser
beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp({ workers: true }), launchBrowser()])
})
afterAll(async () => {
  await browser[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})

test('the actions of a folder', () => lookAtActions(app, browser, lookEverywhere))
test('the dialog of the agent', () => lookAtAgent(app, browser, lookEverywhere))
