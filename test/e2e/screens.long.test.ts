import { afterAll, beforeAll, test } from 'vitest'
import { launchBrowser, openAuthPage, signedIn, type TestBrowser } from '../kit/browser.ts'
import { expect } from '../kit/expect.ts'
import { lookAtAccount, lookAtProviders, lookAtTwoSteps } from '../kit/screens/account-screens.ts'
import { lookAtActions, lookAtAgent } from '../kit/screens/automation-screens.ts'
import { lookAtFolderDialogs, lookAtFolders, lookAtMissingFolders } from '../kit/screens/folders-screens.ts'
import { lookAtActionRuns, lookAtHistory, lookAtUndo } from '../kit/screens/history-screens.ts'
import { type Look, lookEverywhere } from '../kit/screens/look.ts'
import { lookAtFirstSteps, lookAtMailbox, lookAtPlaceholders } from '../kit/screens/mailbox-screens.ts'
import { eachScreen, richUser } from '../kit/screens/main-screens.ts'
import { lookAtReview } from '../kit/screens/review-screens.ts'
import { lookAtShell } from '../kit/screens/shell-screens.ts'
import {
  lookAtForwardAddress,
  lookAtPasswordReset,
  lookAtSecondStep,
  lookAtSignIn,
} from '../kit/screens/sign-in-screens.ts'
import { lookAtPayment, lookAtSubscription } from '../kit/screens/subscription-screens.ts'
import { startApp, type App } from '../kit/start-app.ts'

/** All screens, states and dialogs at each width, light and dark; the screens also in German. */
let app: App
let browser: TestBrowser
beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), launchBrowser()])
})
afterAll(async () => {
  await browser[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})

test('each screen with its data in German', async () => {
  const { user } = (await richUser(app)).mailbox
  const { page, complaints } = await browser.open({ locale: 'de-DE' })
  for (const path of ['/auth/login', '/auth/signup']) {
    await openAuthPage(page, app.url + path)
    await lookEverywhere(page)
  }
  await signedIn(page, app.url, { email: user.email, password: 'correct horse battery' })
  await page.goto(`${app.url}/dashboard`)
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await expect(page.getByRole('navigation', { name: 'Hauptnavigation' })).toBeVisible()
  await eachScreen(page, () => lookEverywhere(page))
  expect(complaints).toEqual([])
})

test.each<[string, (app: App, browser: TestBrowser, look: Look) => Promise<void>]>([
  ['folders', lookAtFolders],
  ['dialogs of folders', lookAtFolderDialogs],
  ['missing folders', lookAtMissingFolders],
  ['the actions of a folder', lookAtActions],
  ['the dialog of the agent', lookAtAgent],
  ['the history', lookAtHistory],
  ['action runs', lookAtActionRuns],
  ['a bulk undo', lookAtUndo],
  ['a mailbox', lookAtMailbox],
  ['the first steps', lookAtFirstSteps],
  ['placeholders', lookAtPlaceholders],
  ['the review', lookAtReview],
  ['the account', lookAtAccount],
  ['two-step sign-in', lookAtTwoSteps],
  ['sign-in with a provider', lookAtProviders],
  ['the subscription', lookAtSubscription],
  ['a payment that is not known', lookAtPayment],
  ['sign-in', lookAtSignIn],
  ['a forgotten password', lookAtPasswordReset],
  ['the second step', lookAtSecondStep],
  ['the page of a forwarding address', lookAtForwardAddress],
  ['the shell and the connections', lookAtShell],
])('%s at each width, light and dark', (_name, walk) => walk(app, browser, lookEverywhere))
