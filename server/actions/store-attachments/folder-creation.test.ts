import { afterAll, beforeAll, expect, test } from 'vitest'
import { FileProvider } from '../../../contract/providers.ts'
import { requestsTo } from '../../../test/kit/outlook.ts'
import { allServices } from '../../../test/kit/services.ts'
import { startApp, type App } from '../../../test/kit/start-app.ts'
import { startNode } from '../../../test/kit/start-node.ts'
import { attached, storingMailbox } from '../../../test/kit/storing-mailbox.ts'
import { runMessageActions } from '../run-message-actions.ts'

let app: App
beforeAll(async () => {
  app = await startApp({ env: allServices })
})
afterAll(() => app[Symbol.asyncDispose]())

test.for(FileProvider.options)('%s: two nodes that store into a new path at once create it once', async (provider) => {
  await using other = await startNode(app)
  const store = await storingMailbox(app, provider)
  await store.configureStore({ baseFolderPath: 'Finance/2026' })
  const logIds: string[] = []
  for (const name of ['a', 'b'])
    logIds.push((await store.sorted({ subject: name, attachments: [attached(`${name}.txt`)] })).logId)
  // Both nodes look for the folder before either has created it.
  await app.control('PUT', '/control/faults', [
    { service: store.service, mailbox: store.email, method: 'POST', path: '/drive/v3/files', delayMs: 1000, times: 2 },
  ])
  await app.control('DELETE', '/control/requests')
  await Promise.all([app.ctx, other.ctx].map((ctx, node) => runMessageActions(ctx, { logId: logIds[node] ?? '' })))
  await app.advance('1 min')
  await store.reconcile()
  for (const logId of logIds) expect((await store.runs(logId))[0]).toMatchObject({ status: 'done' })
  expect(Object.keys(await store.stored()).toSorted()).toEqual(['/Finance/2026/a.txt', '/Finance/2026/b.txt'])
  const created = (await requestsTo(app, store.service)).filter(
    ({ method, url }) => method === 'POST' && /drive\/v3\/files(\?|$)/.test(url) && !url.includes('upload'),
  )
  expect(created).toHaveLength(provider === 'google_drive' ? 2 : 0)
})
