import { beforeEach, test } from 'vitest'
import { startHistory } from '../../test/kit/sorted-mail.ts'
import { appOfFile } from '../../test/kit/start-app.ts'
import { crashAtEachStep } from './testing/tag-crashes.ts'

const app = await appOfFile()
const history = await startHistory(app, { proposals: false })
beforeEach(() => history.startOver())

test.each(['tag', 'both'] as const)('%s happens once wherever the worker dies', (filing) =>
  crashAtEachStep(app, history, filing, 2),
)
