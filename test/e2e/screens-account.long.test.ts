import { test } from 'vitest'
import { browserOfFile } from '../kit/browser.ts'
import { lookAtAccount, lookAtProviders, lookAtTwoSteps } from '../kit/screens/account-screens.ts'
import { lookEverywhere } from '../kit/screens/look.ts'
import { lookAtPayment, lookAtSubscription } from '../kit/screens/subscription-screens.ts'
import { appOfPages } from '../kit/start-app.ts'

/** At each width, light and dark. */
const app = await appOfPages()
const browser = await browserOfFile()

test('the account', () => lookAtAccount(app, browser, lookEverywhere))
test('two-step sign-in', () => lookAtTwoSteps(app, browser, lookEverywhere))
test('sign-in with a provider', () => lookAtProviders(app, browser, lookEverywhere))
test('the subscription', () => lookAtSubscription(app, browser, lookEverywhere))
test('a payment that is not known', () => lookAtPayment(app, browser, lookEverywhere))
