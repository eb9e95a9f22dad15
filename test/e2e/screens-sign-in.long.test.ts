import { test } from 'vitest'
import { browserOfFile } from '../kit/browser.ts'
import { lookEverywhere } from '../kit/screens/look.ts'
import { lookAtShell } from '../kit/screens/shell-screens.ts'
import {
  lookAtFirstAccount,
  lookAtForwardAddress,
  lookAtPasswordReset,
  lookAtSecondStep,
  lookAtSignIn,
} from '../kit/screens/sign-in-screens.ts'
import { appOfPages } from '../kit/start-app.ts'

/** At each width, light and dark. */
const app = await appOfPages()
const browser = await browserOfFile()

test('sign-in', () => lookAtSignIn(app, browser, lookEverywhere))
test('the first account', () => lookAtFirstAccount(browser, lookEverywhere))
test('a forgotten password', () => lookAtPasswordReset(app, browser, lookEverywhere))
test('the second step', () => lookAtSecondStep(app, browser, lookEverywhere))
test('the page of a forwarding address', () => lookAtForwardAddress(app, browser, lookEverywhere))
test('the shell and the connections', () => lookAtShell(app, browser, lookEverywhere))
