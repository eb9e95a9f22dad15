import { expect, test } from 'vitest'
import { selectTests } from './changed-tests.ts'

const router = `
  '/auth': toLogin,
  '/history': signedIn(async () => (await import('./screens/history/history-screen.tsx')).HistoryScreen),
  '/review': signedIn(
    async () => (await import('./screens/review/review-screen.tsx')).ReviewScreen,
  ),`
const sources = new Map([
  ['server/compose.ts', "import { digestJobs } from './digest/jobs.ts'"],
  ['server/digest/jobs.ts', "import { sendDigest } from './send-digest.ts'"],
  ['server/digest/send-digest.ts', ''],
  ['server/digest/send-digest.test.ts', "import { startApp } from '../../test/kit/start-app.ts'"],
  ['server/billing/plans.test.ts', "import { startApp } from '../../test/kit/start-app.ts'"],
  ['server/sorting/digest-rules.test.ts', "import { sendDigest } from '../digest/send-digest.ts'"],
  ['test/kit/start-app.ts', "import { createContext } from '../../server/compose.ts'"],
  ['web/routes.tsx', router],
  [
    'web/main.tsx',
    "import './ui/styles.css'\nimport { findRoute } from './routes.tsx'\nimport { Menu } from './menu.tsx'",
  ],
  ['web/menu.tsx', ''],
  ['web/shell/layout.tsx', "import { Bell } from './bell.tsx'"],
  ['web/shell/bell.tsx', ''],
  ['web/screens/history/history-screen.tsx', "import { Row } from './row.tsx'"],
  ['web/screens/history/row.tsx', ''],
  ['web/screens/review/review-screen.tsx', ''],
  ['test/e2e/walk-history.test.ts', "await openAs(browser, app, mailbox, '/history')"],
  ['test/e2e/walk-review.test.ts', "await openAs(browser, app, mailbox, '/review')"],
  ['test/e2e/walk-review.long.test.ts', "await openAs(browser, app, mailbox, '/review')"],
  ['test/e2e/review-layout.long.test.ts', "await openAs(browser, app, mailbox, '/review')"],
  ['test/e2e/screens-history.long.test.ts', "import { lookAtHistory } from '../kit/screens/history-screens.ts'"],
  ['test/kit/screens/history-screens.ts', "import { openHistory } from '../history-page.ts'"],
  ['test/kit/history-page.ts', "const path = '/history'"],
  ['test/settings.test.ts', "readFileSync('docs/settings.md')"],
  ['test/texts.test.ts', "execFileSync('git', ['ls-files', 'web'])"],
])
const all = [...sources.keys()].filter((file) => file.endsWith('.test.ts') && !file.includes('.long.'))

const walks = { history: 'test/e2e/walk-history.test.ts', review: 'test/e2e/walk-review.test.ts' }
/** Reads all sources. */
const texts = 'test/texts.test.ts'

test.each([
  ['server/digest/send-digest.ts', ['server/digest/send-digest.test.ts', 'server/sorting/digest-rules.test.ts', texts]],
  ['server/billing/plans.test.ts', ['server/billing/plans.test.ts', texts]],
  ['test/kit/start-app.ts', ['server/digest/send-digest.test.ts', 'server/billing/plans.test.ts', texts]],
  ['web/screens/history/row.tsx', [walks.history, 'test/e2e/screens-history.long.test.ts', texts]],
  ['web/screens/review/review-screen.tsx', [walks.review, 'test/e2e/walk-review.long.test.ts', texts]],
  ['web/menu.tsx', [walks.history, walks.review, texts]],
  ['web/shell/bell.tsx', [walks.history, walks.review, texts]],
  ['web/ui/styles.css', [walks.history, walks.review]],
  ['index.html', [walks.history, walks.review]],
  ['docs/settings.md', ['test/settings.test.ts']],
  ['README.md', []],
  ['package-lock.json', all],
])('%s reaches %j', (changed, tests) => {
  expect(selectTests([changed], sources)).toEqual(tests)
})
