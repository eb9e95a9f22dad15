import { createHash } from 'node:crypto'
import { z } from 'zod'
import { FileProvider } from '../../../contract/providers.ts'
import { withFiles } from '../../../server/connections/with-connection.ts'
import { actingMailbox, type ActingMailbox } from '../../kit/acting-mailbox.ts'
import { fileOf } from '../../kit/file-stores.ts'
import { connectService } from '../../kit/services.ts'
import type { App } from '../../kit/start-app.ts'
import type { Scenario, StartedScenario } from '../scenario.ts'
import { markedDrafts, runAttempt, runningAction } from './actions.ts'

const Crm = z.object({
  contacts: z.array(z.object({ account: z.string(), emails: z.array(z.object({ email: z.string() })) })),
  deals: z.array(z.object({ account: z.string(), title: z.string() })),
})

const reconnect = async (app: App, acting: ActingMailbox, provider: 'teamleader' | FileProvider, account: string) => {
  const rows = await app.ctx.db.asService((tx) =>
    tx
      .selectFrom('app.service_connections')
      .select('status')
      .where('user_id', '=', acting.who.userId)
      .where('provider', '=', provider)
      .execute(),
  )
  if (rows[0]?.status === 'active') return
  const { accessToken, userId } = await acting.mailbox.signInAgain()
  await connectService(app, { token: accessToken, userId }, provider, account)
}

async function startCrm(app: App): Promise<StartedScenario> {
  const acting = await actingMailbox(app, ['ai_agent_action'])
  const account = await connectService(app, acting.who, 'teamleader')
  const prompt =
    'Create the sender as a contact in TeamLeader and create an opportunity "Order of {sender_name}" in TeamLeader.'
  await acting.configure('ai_agent_action', { prompt })
  return runningAction(
    app,
    acting,
    async (n) => {
      const from = `anna${n}@shop.example`
      const fromName = `Anna Smith ${n}x`
      const { logId } = await acting.sorted({ from, fromName, subject: 'My order', text: 'Hello' })
      const effects = async (): Promise<string[]> => {
        const { contacts, deals } = Crm.parse(await app.control('GET', '/control/teamleader'))
        const own = contacts.filter((one) => one.account === account && one.emails.some(({ email }) => email === from))
        const named = deals.filter((one) => one.account === account && one.title.endsWith(fromName))
        return [...own.map(() => 'contact'), ...named.map(() => 'deal')]
      }
      return runAttempt(app, acting, logId, { effects, expected: ['contact', 'deal'] })
    },
    () => reconnect(app, acting, 'teamleader', account),
  )
}

/** The draft uses a file of the service; without it the draft is written all the same. */
const startFileContext =
  (provider: FileProvider): Scenario['start'] =>
  async (app) => {
    const acting = await actingMailbox(app, ['draft_reply'])
    const account = await connectService(app, acting.who, provider)
    const content = Buffer.from('Pump A costs 500 euro')
    const priceList = {
      size: content.length,
      async *read(from: number) {
        yield await Promise.resolve(content.subarray(from))
      },
      sha256: createHash('sha256').update(content).digest('hex'),
    }
    await withFiles(app.ctx, { userId: acting.who.userId, provider }, (files, token) =>
      files.uploadFile(token, { ...fileOf(priceList), name: 'Price list pumps.txt' }),
    )
    await acting.configure('draft_reply', { includeFileContext: true })
    await app.control('PUT', '/control/model', { mode: 'scripted', answers: ['It costs 500 euro.'] })
    const scenario = runningAction(
      app,
      acting,
      async (n) => {
        const { logId } = await acting.sorted({ subject: `Price of pumps ${n}`, text: 'What do your pumps cost?' })
        return runAttempt(app, acting, logId, { effects: (id) => markedDrafts(acting, id), expected: ['draft'] })
      },
      () => reconnect(app, acting, provider, account),
    )
    return {
      ...scenario,
      // The daily budget of questions is no part of it.
      prepare: async () =>
        void (await app.ctx.db.asService((tx) => tx.deleteFrom('app.language_model_usage').execute())),
    }
  }

export const agentScenarios: Scenario[] = [
  { name: 'add to TeamLeader', kind: 'background', start: startCrm },
  {
    name: 'add to TeamLeader again',
    kind: 'background',
    priorFaults: [
      { service: 'teamleader', path: 'contacts.add', when: 'after', drop: true, times: 1 },
      { service: 'teamleader', path: 'deals.create', when: 'after', drop: true, times: 1 },
    ],
    start: startCrm,
  },
  ...FileProvider.options.map(
    (provider): Scenario => ({
      name: `draft with a file of ${provider}`,
      kind: 'background',
      start: startFileContext(provider),
    }),
  ),
]
