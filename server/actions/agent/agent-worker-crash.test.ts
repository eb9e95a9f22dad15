import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { actingMailbox, type ActingMailbox } from '../../../test/kit/acting-mailbox.ts'
import { crashAtStep } from '../../../test/kit/crashing-node.ts'
import { allServices, connectService } from '../../../test/kit/services.ts'
import { startApp, type App } from '../../../test/kit/start-app.ts'
import { startNode, type Node } from '../../../test/kit/start-node.ts'
import { attached } from '../../../test/kit/storing-mailbox.ts'
import { runMessageActions } from '../run-message-actions.ts'

let app: App
let other: Node
let acting: ActingMailbox
beforeAll(async () => {
  app = await startApp({ env: allServices })
  other = await startNode(app)
  acting = await actingMailbox(app, ['ai_agent_action'])
  await connectService(app, acting.who, 'dropbox')
  await connectService(app, acting.who, 'teamleader')
  const prompt =
    'Save all attachments to Dropbox in /Agent and extract the order number. Create the sender as a ' +
    'contact in TeamLeader and create an opportunity "Order of {sender_name}" in TeamLeader.'
  await acting.configure('ai_agent_action', { prompt })
})
afterAll(async () => {
  await other[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})

let mails = 0
async function arrives() {
  mails += 1
  // TeamLeader accepts 200 calls a minute.
  if (mails % 20 === 0) await app.advance('1 min')
  const who = { from: `anna${mails}@shop.example`, fromName: `Anna Number${mails}x` }
  const attachments = [attached(`order ${mails}.pdf`)]
  return {
    ...(await acting.sorted({ ...who, subject: 'Order', text: `Order number: ${mails}`, attachments })),
    n: mails,
  }
}

/** Kills the worker at this step. @returns false if it finished before */
async function worksUntil(logId: string, step: number): Promise<boolean> {
  const dying = crashAtStep(other.ctx, step)
  return Promise.race([runMessageActions(dying.ctx, { logId }).then(() => false), dying.died.then(() => true)])
}

const Files = z.array(z.object({ path: z.string() }))
const Crm = z.object({
  contacts: z.array(z.object({ last_name: z.string(), emails: z.array(z.object({ email: z.string() })) })),
  deals: z.array(z.object({ title: z.string(), summary: z.string() })),
})

/** Expects exactly one file, contact and opportunity, as shown in the history. */
async function isOnce({ logId, n }: { logId: string; n: number }): Promise<void> {
  const files = Files.parse(await app.control('GET', '/control/dropbox'))
  const { contacts, deals } = Crm.parse(await app.control('GET', '/control/teamleader'))
  expect(
    files.filter(({ path }) => path.startsWith(`/Agent/order ${n}.`) || path.startsWith(`/Agent/order ${n} `)),
  ).toHaveLength(1)
  expect(contacts.filter(({ last_name }) => last_name === `Number${n}x`)).toHaveLength(1)
  const ours = deals.filter(({ title }) => title === `Order of Anna Number${n}x`)
  expect(ours).toHaveLength(1)
  expect(ours[0]?.summary).toContain(`order number: ${n}\n`)
  const [run, ...more] = await acting.runs(logId)
  expect(more).toEqual([])
  expect(run).toMatchObject({ status: 'done', reason: 'done' })
  expect(run?.effects.map(({ kind }) => kind)).toEqual(['file', 'data', 'contact', 'deal'])
}

test('after a crash at any step, the next worker completes the run without repeating an effect', async () => {
  for (let step = 1; ; step += 2) {
    const mail = await arrives()
    const died = await worksUntil(mail.logId, step)
    await acting.expireClaim(mail.logId)
    await runMessageActions(app.ctx, { logId: mail.logId })
    await isOnce(mail)
    if (died) continue
    expect(step).toBeGreaterThan(60)
    return
  }
}, 600_000)

test('several crashes in a row leave one effect of each kind', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 120 }), { minLength: 2, maxLength: 4 }), async (deaths) => {
      const mail = await arrives()
      for (const step of deaths) {
        await worksUntil(mail.logId, step)
        await acting.expireClaim(mail.logId)
      }
      await runMessageActions(app.ctx, { logId: mail.logId })
      await isOnce(mail)
    }),
    { numRuns: 8 },
  )
}, 300_000)

test('a contact that a dead node may be creating is waited for, also for another message of its sender', async () => {
  const mail = await arrives()
  const from = `anna${mail.n}@shop.example`
  const { logId } = await acting.sorted({ from, subject: 'Again', text: 'Order number: 7' })
  const dead = crashAtStep(other.ctx, 'createContact')
  void runMessageActions(dead.ctx, { logId: mail.logId })
  await dead.died
  await acting.endPresence(mail.logId)
  await acting.reconcile()
  await dead.endCall()
  await acting.endCalls(mail.logId)
  await app.advance('61 s')
  await app.runDueJobs()
  await isOnce(mail)
  expect(await acting.runs(logId)).toMatchObject([{ status: 'done' }])
  const { contacts } = Crm.parse(await app.control('GET', '/control/teamleader'))
  expect(contacts.filter(({ emails }) => emails.some(({ email }) => email === from))).toHaveLength(1)
})
