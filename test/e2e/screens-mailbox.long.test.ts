import { test } from 'vitest'
import { browserOfFile } from '../kit/browser.ts'
import { lookEverywhere } from '../kit/screens/look.ts'
import { lookAtFirstSteps, lookAtMailbox, lookAtPlaceholders } from '../kit/screens/mailbox-screens.ts'
import { lookAtReview } from '../kit/screens/review-screens.ts'
import { lookAtTidyUp } from '../kit/screens/tidy-up-screens.ts'
import { appOfPages } from '../kit/start-app.ts'

/** At each width, light and dark. */
const app = await appOfPages()
const browser = await browserOfFile()

test('a mailbox', () => lookAtMailbox(app, browser, lookEverywhere))
test('the first steps', () => lookAtFirstSteps(app, browser, lookEverywhere))
test('placeholders', () => lookAtPlaceholders(app, browser, lookEverywhere))
test('the review', () => lookAtReview(app, browser, lookEverywhere))
test('Tidy up', () => lookAtTidyUp(app, browser, lookEverywhere))
