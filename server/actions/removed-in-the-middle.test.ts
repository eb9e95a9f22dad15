import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { actingMailbox, type ActingMailbox } from '../../test/kit/acting-mailbox.ts'
import { dyingAt } from '../../test/kit/dying-node.ts'
import { allServices, connectService } from '../../test/kit/services.ts'
import { startApp, type App } from '../../test/kit/start-app.ts'
import { attached } from '../../test/kit/storing-mailbox.ts'
import { removeAccount } from '../account/remove-account.ts'
import { disconnect as disconnectService } from '../connections/disconnect.ts'
import { disconnect as disconnectMailbox } from '../mail/disconnect.ts'
import { runActions } from './run-actions.ts'

/** Whatever goes away while a worker is between two steps: it stops, nothing is left to work on, and nothing more has an effect (I7, I22). */

let app: App
beforeAll(async () => {
  app = await startApp({ env: allServices })
})
afterAll(() => app[Symbol.asyncDispose]())

const Calls = z.array(z.object({ method: z.string(), url: z.string() }))
const isEffect = ({ method, url }: { method: string; url: string }): boolean =>
  method === 'PATCH' || /\/(?:createReply|upload)\b/.test(url)
async function effects(): Promise<number> {
  const of = async (service: string) => Calls.parse(await app.control('GET', `/control/requests?service=${service}`))
  return [...(await of('graph')), ...(await of('dropbox'))].filter(isEffect).length
}

const removals: Record<string, (acting: ActingMailbox) => Promise<unknown>> = {
  mailbox: ({ who, mailbox }) => disconnectMailbox(app.ctx, { userId: who.userId, mailboxId: mailbox.mailboxId }),
  account: ({ who }) => removeAccount(app.ctx, { userId: who.userId }),
  folder: ({ folderId }) =>
    app.ctx.db.asService((tx) => tx.deleteFrom('email_folders').where('id', '=', folderId).execute()),
  actions: async (acting) => {
    for (const type of ['draft_reply', 'store_attachment_dropbox'] as const) await acting.remove(type)
  },
  connection: ({ who }) => disconnectService(app.ctx, { userId: who.userId, provider: 'dropbox' }),
}

/** @returns false where the worker came to its end before this step */
async function goes(what: string, step: number): Promise<boolean> {
  await app.control('DELETE', '/control/requests')
  const acting = await actingMailbox(app, ['draft_reply', 'store_attachment_dropbox'])
  await connectService(app, acting.who, 'dropbox')
  const mail = { from: 'anna@shop.example', subject: 'Bill', text: 'Could you tell us when, please?' }
  const { logId } = await acting.sorted({ ...mail, attachments: [attached('bill.pdf')] })
  const paused = dyingAt(app.ctx, step)
  const work = runActions(paused.ctx, { logId })
  if (await Promise.race([work.then(() => true), paused.died.then(() => false)])) return false
  await removals[what]?.(acting)
  const before = await effects()
  paused.wake()
  await expect(work).resolves.toBeUndefined()
  const runs = await acting.runs(logId)
  const told = `${what} before step ${step}: ${runs.map(({ status, reason }) => `${status} ${reason}`).join(', ')}`
  // The one call that had been decided about already; without a connection, the draft's two calls go on.
  const most = what === 'connection' ? 2 : 1
  expect((await effects()) - before, told).toBeLessThanOrEqual(most)
  if (what === 'connection' && step > 3) expect(runs[1]?.status, told).not.toBe('waiting')
  await app.drain()
  expect(await acting.waiting(), told).toEqual([])
  expect(runs.length, told).toBe(what === 'mailbox' || what === 'account' ? 0 : 2)
  return true
}

test.each(Object.keys(removals).map((what, at) => [what, at + 1] as const))(
  'goes, and leaves nothing: the %s',
  async (what, first) => {
    let step = first
    for (; await goes(what, step); step += 11);
    expect(step).toBeGreaterThan(30)
  },
)
