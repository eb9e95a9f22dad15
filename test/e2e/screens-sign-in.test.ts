import { afterAll, beforeAll, test } from 'vitest'
import { launchBrowser, type TestBrowser } from '../kit/browser.ts'
import { lookOnce } from '../kit/screens/look.ts'
import { lookAtShell } from '../kit/screens/shell-screens.ts'
import {
  lookAtForwardAddress,
  lookAtPasswordReset,
  lookAtSecondStep,
  lookAtSignIn,
} from '../kit/screens/sign-in-screens.ts'
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

test('sign-in', () => lookAtSignIn(app, browser, lookOnce))
test('a forgotten password', () => lookAtPasswordReset(app, browser, lookOnce))
test('the second step', () => lookAtSecondStep(app, browser, lookOnce))
test('the page of a forwarding address', () => lookAtForwardAddress(app, browser, lookOnce))
test('the shell and the connections', () => lookAtShell(app, browser, lookOnce))
