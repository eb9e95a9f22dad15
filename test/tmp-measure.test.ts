import { expect, test } from 'vitest'
import { actingMailbox } from './kit/acting-mailbox.ts'
import { startApp } from './kit/start-app.ts'
import { startWorker, type Worker } from './kit/worker.ts'
import { callFunction } from './kit/outlook.ts'

const mails = 80
test('measure', { timeout: 250_000 }, async () => {
  const out: string[] = []
  for (const nodes of [1, 2, 1, 2]) {
    await using app = await startApp()
    const acting = await actingMailbox(app, ['draft_reply'])
    await app.control('PUT', '/control/config', {}).catch(() => null)
    const workers: Worker[] = []
    for (let n = 0; n < nodes; n++) workers.push(await startWorker(app))
    const graphBefore = (await acting.calls()).length
    if (process.env['DELAY']) await app.control('PUT', '/control/faults', [{ service: 'graph', path: '.*', delayMs: Number(process.env['DELAY']), action: 'latency' }])
    const from = performance.now()
    const logs: string[] = []
    for (let n = 0; n < mails; n++)
      logs.push((await acting.sorted({ from: 'anna@shop.example', subject: `Question ${n}`, text: 'Could you please tell us when?' })).logId)
    const web: number[] = []
    const done = async () => {
      const left = (await acting.waiting()).length
      return left === 0
    }
    const deadline = performance.now() + 55_000
    const webErrors: number[] = []
    while (!(await done()) && performance.now() < deadline) {
      const at = performance.now()
      const { status } = await callFunction(app, acting.who, 'mail-graph', { action: 'sync-folders', mailboxId: acting.mailbox.mailboxId })
      web.push(Math.round(performance.now() - at))
      if (status !== 200) webErrors.push(status)
      await new Promise((r) => setTimeout(r, 300))
    }
    const seconds = (performance.now() - from) / 1000
    const calls = (await acting.calls()).slice(graphBefore)
    const stats = await app.ctx.db.pool.query('select (xact_commit)::int as n from pg_stat_database where datname = current_database()')
    out.push(`${nodes} nodes: ${seconds.toFixed(1)} s, left ${(await acting.waiting()).length}, calls ${calls.length}, 429 ${calls.filter((c) => c.status === 429).length}, web ms ${web.toSorted((a, b) => a - b).at(Math.floor(web.length / 2))} max ${Math.max(...web)} errors ${webErrors.join()}, xacts ${stats.rows[0].n}`)
    for (const w of workers) await w[Symbol.asyncDispose]()
  }
  console.log(out.join('\n'))
  expect(1).toBe(1)
})
