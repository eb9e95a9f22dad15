import { Provider, FileProvider } from '../../../contract/providers.ts'
import { hours, addMs } from '../../../server/clock.ts'
import { openProduct } from '../../../scripts/lib/product-client.ts'
import { signUp } from '../../../scripts/lib/product-client.ts'
import { answerConsent } from '../../kit/outlook.ts'
import { backFromService, newServiceAccount, serviceNames } from '../../kit/services.ts'
import { newEmail } from '../../kit/start-accounts.ts'
import type { App } from '../../kit/start-app.ts'
import { attached, storingMailbox } from '../../kit/storing-mailbox.ts'
import type { Attempt, Outcome, Scenario, StartedScenario } from '../scenario.ts'
import { runAttempt, runningAction } from './actions.ts'
import { callerOf, outcomeOf, requested, type Caller } from './requests.ts'

interface Fixture {
  app: App
  caller: Caller
  /** The account at the service. */
  account: string
  provider: Provider
}
type Parts = Pick<StartedScenario, 'begin'> & Partial<Pick<StartedScenario, 'prepare'>>

async function connect({ caller, provider, account }: Fixture): Promise<Outcome> {
  const started = await caller.call(`${serviceNames[provider].path}-auth`, { action: 'authorize' })
  if (started.status !== 200) return outcomeOf(started)
  const cookie = started.headers.get('set-cookie') ?? ''
  const { searchParams } = await backFromService(await answerConsent(String(started.body['url']), account), { cookie })
  return searchParams.has('success') ? 'done' : { refused: searchParams.get('error') ?? 'nothing' }
}

const rows = async ({ app, caller, provider }: Fixture) => {
  const { userId } = await caller.user()
  return app.ctx.db.asService((tx) =>
    tx
      .selectFrom('app.service_connections')
      .selectAll()
      .where('user_id', '=', userId)
      .where('provider', '=', provider)
      .execute(),
  )
}
const disconnect = ({ caller, provider }: Fixture) =>
  caller.call('service-connections', { action: 'disconnect', provider })

const onConnection =
  (provider: Provider, parts: (fixture: Fixture) => Parts): Scenario['start'] =>
  async (app) => {
    const product = await openProduct(app.url)
    const caller = callerOf(app, product, await signUp(product, newEmail(), 'correct horse battery'))
    const fixture = { app, caller, provider, account: await newServiceAccount(app, provider) }
    return {
      ...parts(fixture),
      async signInAgain() {
        const [row] = await rows(fixture)
        if (row && row.status !== 'active') await connect(fixture)
      },
      [Symbol.asyncDispose]: async () => void (await disconnect(fixture)),
    }
  }

const connecting = (fixture: Fixture): Parts => ({
  async prepare() {
    await disconnect(fixture)
    await fixture.app.runDueJobs()
  },
  begin: () =>
    requested(() => connect(fixture), {
      effects: async () => (await rows(fixture)).map(() => 'connection'),
      expected: ['connection'],
    }),
})

/** The job revokes the grant; the tokens are deleted once the service responds, or refuses. */
const disconnecting = (fixture: Fixture): Parts => ({
  prepare: async () => void (await connect(fixture)),
  begin: () =>
    requested(async () => outcomeOf(await disconnect(fixture)), {
      async outcome() {
        const waiting = await fixture.app.ctx.db.asService((tx) =>
          tx.selectFrom('app.service_revocations').select('id').execute(),
        )
        return waiting.length > 0 || (await rows(fixture)).length > 0 ? 'waiting' : 'done'
      },
    }),
})

const refreshing = (fixture: Fixture): Parts => ({
  async prepare() {
    if ((await rows(fixture)).length === 0) await connect(fixture)
  },
  async begin(): Promise<Attempt> {
    const { app } = fixture
    const { userId } = await fixture.caller.user()
    await app.ctx.db.asService((tx) =>
      tx
        .updateTable('app.service_connections')
        .set({ expires_at: addMs(app.clock.now(), hours(-30)) })
        .where('user_id', '=', userId)
        .execute(),
    )
    return {
      async outcome() {
        const [row] = await rows(fixture)
        if (row?.status !== 'active') return { refused: 'needs_reauth' }
        return row.expires_at > addMs(app.clock.now(), hours(-24)) ? 'done' : 'waiting'
      },
      effects: async () => [],
      expected: [],
      retry: () => connect(fixture).then(() => undefined),
    }
  },
})

/** Sizes of the first file: above the last one each service wants an upload session. */
const large = { dropbox: 8.5 * 2 ** 20, google_drive: 5.5e6, onedrive: 4.5e6 } as const

const storing =
  (provider: FileProvider, size: number): Scenario['start'] =>
  async (app) => {
    const store = await storingMailbox(app, provider)
    await store.configureStore({ baseFolderPath: 'Bills' })
    return runningAction(
      app,
      store,
      async (n) => {
        const content = `content ${n}`.padEnd(size, '.')
        const picture = { contentType: 'image/png', contentId: 'logo', isInline: false }
        const attachments = [attached(`file ${n}.txt`, content), attached(`more ${n}.txt`, `more ${n}`, picture)]
        const { logId } = await store.sorted({ subject: `Bill ${n}`, attachments })
        const effects = async (): Promise<string[]> =>
          Object.keys(await store.stored()).filter((path) => path.includes(` ${n}.txt`) || / \(\d+\)\./.test(path))
        const expected = [`/Bills/file ${n}.txt`, `/Bills/more ${n}.txt`]
        return runAttempt(app, store, logId, { effects, expected })
      },
      async () => {
        const [row] = await app.ctx.db.asService((tx) =>
          tx.selectFrom('app.service_connections').select('status').where('user_id', '=', store.who.userId).execute(),
        )
        if (row?.status !== 'active') await store.reconnect()
      },
    )
  }

export const connectionScenarios: Scenario[] = [
  ...Provider.options.flatMap((provider): Scenario[] => [
    { name: `connect ${provider}`, kind: 'request', start: onConnection(provider, connecting) },
    {
      name: `refresh ${provider}`,
      kind: 'background',
      start: onConnection(provider, refreshing),
      // A refresh token works once: with the response the grant is lost.
      ...(provider === 'teamleader' && { acceptedRefusals: ['needs_reauth'] }),
    },
  ]),
  // The others have no endpoint for it.
  ...(['dropbox', 'google_drive'] as const).map(
    (provider): Scenario => ({
      name: `disconnect ${provider}`,
      kind: 'request',
      start: onConnection(provider, disconnecting),
    }),
  ),
  ...FileProvider.options.flatMap((provider): Scenario[] => [
    { name: `store in ${provider}`, kind: 'background', start: storing(provider, 20) },
    { name: `store a large file in ${provider}`, kind: 'background', start: storing(provider, large[provider]) },
  ]),
]
