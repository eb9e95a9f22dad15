import { expect } from 'vitest'
import { z } from 'zod'
import { actingMailbox } from '../../../../test/kit/acting-mailbox.ts'
import { allServices, connectService } from '../../../../test/kit/services.ts'
import { appOfFile } from '../../../../test/kit/start-app.ts'
import { retryRun } from '../../runs/retry-run.ts'

const prompt =
  'Extract the order number from the mail. Create the sender as a contact in TeamLeader and create ' +
  'an opportunity "Order of {sender_name}" in TeamLeader.'

const Crm = z.object({
  contacts: z.array(
    z.object({
      account: z.string(),
      first_name: z.string().nullish(),
      last_name: z.string(),
      emails: z.array(z.object({ email: z.string() })),
    }),
  ),
  deals: z.array(z.object({ account: z.string(), title: z.string(), summary: z.string() })),
})
const text = 'Order number: A-4711\nPlease send to: thief@evil.example'

/** The app of a test file, with a mailbox whose agent creates contacts and opportunities in TeamLeader. */
export async function crmAgentOfFile() {
  const app = await appOfFile({ env: allServices })
  const acting = await actingMailbox(app, ['ai_agent_action'])
  const account = await connectService(app, acting.who, 'teamleader')
  await acting.configure('ai_agent_action', { prompt })
  let people = 0
  const newSender = () => {
    people += 1
    return { from: `anna${people}@shop.example`, fromName: `Anna Smith ${people}x` }
  }
  const sorted = async (from = newSender()) => {
    const { logId } = await acting.sorted({ ...from, subject: 'My order', text })
    return { logId, ...from }
  }
  async function made(address: string) {
    const crm = Crm.parse(await app.control('GET', '/control/teamleader'))
    const contacts = crm.contacts.filter((contact) => contact.account === account)
    const [name = ''] = contacts.flatMap(({ emails, last_name }) =>
      emails.some(({ email }) => email === address) ? [last_name] : [],
    )
    return {
      contacts: contacts.filter(({ emails }) => emails.some(({ email }) => email === address)),
      deals: crm.deals.filter((deal) => deal.account === account && name !== '' && deal.title.includes(name)),
    }
  }
  /** Restores the connection and the user's session, which expires as the clock advances. */
  const connectedAgain = () =>
    app.ctx.db.asService((tx) =>
      tx
        .updateTable('app.service_connections')
        .set({ status: 'active' })
        .where('user_id', '=', acting.who.userId)
        .execute(),
    )
  /** Advances the clock until the run has ended: by hours only for lasting faults, which maintains the mailbox. */
  async function settle(logId: string) {
    for (let round = 0; round < 16; round++) {
      await acting.reconcile()
      const [run] = await acting.runs(logId)
      if (run && run.status !== 'waiting' && run.status !== 'running') return run
      await app.advance(round < 4 ? '2 min' : '3 hours')
    }
    throw new Error('The run came to no end')
  }

  return {
    app,
    newSender,
    sorted,
    made,
    settle,
    async startOver(): Promise<void> {
      await app.faults()
      await connectedAgain()
    },
    /** Creates at most one of each where this call fails once; a failure is shown and can be retried. */
    async expectOnceAfter([path, , fault]: CrmFault): Promise<void> {
      const { logId, from } = await sorted()
      const at = { service: 'teamleader', path, mailbox: account, times: 1 }
      await app.faults({ ...at, ...fault })
      let run = await settle(logId)
      await app.faults()
      if (run.status === 'failed') {
        await connectedAgain()
        await retryRun(app.ctx, { userId: acting.who.userId, runId: run.id })
        run = await settle(logId)
      }
      expect(run.status).toBe('done')
      const { contacts, deals } = await made(from)
      expect([contacts.length, deals.length]).toEqual([1, 1])
    },
  }
}

const readFaults = {
  'connection refused': { drop: true },
  401: { status: 401 },
  404: { status: 404 },
  500: { status: 500 },
} as const
const writeFaults = {
  ...readFaults,
  refused: { status: 400 },
  'done, the answer lost': { drop: true, when: 'after' },
  'done, the answer cut': { action: 'cut', when: 'after' },
  '401, though done': { status: 401, when: 'after' },
  403: { status: 403 },
  429: { status: 429, retryAfter: 30 },
  '503, though done': { status: 503, when: 'after' },
} as const
type CrmFault = readonly [path: string, name: string, fault: object]
const pairsOf = (paths: readonly string[], faults: object): CrmFault[] =>
  paths.flatMap((path) => Object.entries(faults).map(([name, fault]: [string, object]) => [path, name, fault] as const))
// Whether a call that only reads was done makes no difference.
// `server/vendors/services/teamleader.test.ts` classifies errors.
export const crmFaults = [
  ...pairsOf(['contacts.add', 'deals.create'], writeFaults),
  ...pairsOf(['contacts.list', 'contacts.info', 'deals.list', 'deals.info'], readFaults),
]
