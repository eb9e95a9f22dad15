import { test } from 'vitest'
import { browserOfFile } from '../kit/browser.ts'
import { lookAtActions, lookAtAgent } from '../kit/screens/automation-screens.ts'
import { lookEverywhere } from '../kit/screens/look.ts'
import { appOfPages } from '../kit/start-app.ts'

/** At each width, light and dark. */
const app = await appOfPages({ workers: true })
const browser = await browserOfFile()

test('the actions of a folder', () => lookAtActions(app, browser, lookEverywhere))
test('the dialog of the agent', () => lookAtAgent(app, browser, lookEverywhere))
