import { expect, test } from 'vitest'
import { requestsTo } from '../../../test/kit/outlook.ts'
import { allServices } from '../../../test/kit/services.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'
import { startNode } from '../../../test/kit/start-node.ts'
import { attached, storingMailbox } from '../../../test/kit/storing-mailbox.ts'
import { findNextRun, markRunning, saveProgress } from '../engine/action-run-queries.ts'
import { runActions } from '../engine/run-actions.ts'
import { claimFolderCreation } from './folder-creation-queries.ts'

const app = await appOfFile({ env: allServices })

// The other services create a path with its file.
test('two nodes that store into a new path of Google Drive at once create it once', async () => {
  await using other = await startNode(app)
  const store = await storingMailbox(app, 'google_drive')
  await store.configureStore({ baseFolderPath: 'Finance/2026' })
  const logIds: string[] = []
  for (const name of ['a', 'b'])
    logIds.push((await store.sorted({ subject: name, attachments: [attached(`${name}.txt`)] })).logId)
  // Both nodes look for the folder before either has created it.
  await app.faults({
    service: store.service,
    mailbox: store.email,
    method: 'POST',
    path: '/drive/v3/files',
    delayMs: 250,
    times: 2,
  })
  await app.control('DELETE', '/control/requests')
  await Promise.all([app.ctx, other.ctx].map((ctx, node) => runActions(ctx, { logId: logIds[node] ?? '' })))
  await app.advance('1 min')
  await store.reconcile()
  for (const logId of logIds) expect((await store.runs(logId))[0]).toMatchObject({ status: 'done' })
  expect(Object.keys(await store.stored()).toSorted()).toEqual(['/Finance/2026/a.txt', '/Finance/2026/b.txt'])
  const created = (await requestsTo(app, store.service)).filter(
    ({ method, url }) => method === 'POST' && /drive\/v3\/files(\?|$)/.test(url) && !url.includes('upload'),
  )
  expect(created).toHaveLength(2)
})

test('a folder that a dead node may be creating is not created for another message', async () => {
  const store = await storingMailbox(app, 'google_drive')
  const run = async (subject: string) => {
    const { logId } = await store.sorted({ subject })
    const found = await app.ctx.db.asService((tx) => findNextRun(tx, logId))
    if (!found) throw new Error('There is no run')
    return found
  }
  const [begun, next] = [await run('a'), await run('b')]
  const claim = ({ runId, userId }: typeof begun, node: number) =>
    app.ctx.db.asService((tx) =>
      claimFolderCreation(tx, { provider: 'google_drive', accountId: 'a', path: 'Finance', runId, userId, node }),
    )
  await app.ctx.db.asService(async (tx) => {
    await markRunning(tx, begun.runId, 1)
    await saveProgress(tx, { ...begun, progress: { step: 'storing' } })
  })
  expect(await claim(begun, 0)).toBe(true)
  expect(await claim(next, app.ctx.presence.node)).toBe(false)
  await store.endCalls(begun.logId)
  expect(await claim(next, app.ctx.presence.node)).toBe(true)
})
