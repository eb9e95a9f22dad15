import { test } from 'vitest'
import { browserOfFile } from '../kit/browser.ts'
import { lookAtFolderDialogs, lookAtFolders, lookAtMissingFolders } from '../kit/screens/folders-screens.ts'
import { lookAtActionRuns, lookAtHistory, lookAtUndo } from '../kit/screens/history-screens.ts'
import { lookEverywhere } from '../kit/screens/look.ts'
import { appOfPages } from '../kit/start-app.ts'

/** At each width, light and dark. */
const app = await appOfPages()
const browser = await browserOfFile()

test('folders', () => lookAtFolders(app, browser, lookEverywhere))
test('dialogs of folders', () => lookAtFolderDialogs(app, browser, lookEverywhere))
test('missing folders', () => lookAtMissingFolders(app, browser, lookEverywhere))
test('the history', () => lookAtHistory(app, browser, lookEverywhere))
test('action runs', () => lookAtActionRuns(app, browser, lookEverywhere))
test('a bulk undo', () => lookAtUndo(app, browser, lookEverywhere))
