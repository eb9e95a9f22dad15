import { afterAll, beforeAll, test } from 'vitest'
import { launchBrowser, type TestBrowser } from '../kit/browser.ts'
import { lookAtFolderDialogs, lookAtFolders, lookAtMissingFolders } from '../kit/screens/folders-screens.ts'
import { lookAtActionRuns, lookAtHistory, lookAtUndo } from '../kit/screens/history-screens.ts'
import { lookOnce } from '../kit/screens/look.ts'
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

test('folders', () => lookAtFolders(app, browser, lookOnce))
test('dialogs of folders', () => lookAtFolderDialogs(app, browser, lookOnce))
test('missing folders', () => lookAtMissingFolders(app, browser, lookOnce))
test('the history', () => lookAtHistory(app, browser, lookOnce))
test('action runs', () => lookAtActionRuns(app, browser, lookOnce))
test('a bulk undo', () => lookAtUndo(app, browser, lookOnce))
