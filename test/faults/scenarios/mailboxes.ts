import { z } from 'zod'
import { days, addMs, minutes } from '../../../server/clock.ts'
import { connectedMailbox, type ConnectedMailbox } from '../../kit/mailbox.ts'
import { answerConsent, followBack } from '../../kit/outlook.ts'
import { removeMailbox } from '../../kit/remove-mailbox.ts'
import type { App } from '../../kit/start-app.ts'
import type { Attempt, Outcome, Scenario, StartedScenario } from '../scenario.ts'
import { callerOf, connectAgain, outcomeOf, requested, type Caller } from './requests.ts'

interface Fixture {
  app: App
  mailbox: ConnectedMailbox
  caller: Caller
}
type Parts = Pick<StartedScenario, 'begin'> & Partial<Pick<StartedScenario, 'prepare'>>

const onMailbox =
  (parts: (fixture: Fixture) => Parts): Scenario['start'] =>
  async (app) => {
    const mailbox = await connectedMailbox(app, [{ displayName: 'Bills' }])
    const caller = callerOf(app, mailbox.product, mailbox.user)
    return {
      ...parts({ app, mailbox, caller }),
      signInAgain: () => connectAgain(app, mailbox, caller),
      [Symbol.asyncDispose]: async () => void (await removeMailbox(app, mailbox.mailboxId)),
    }
  }

/** The whole flow in the browser, from our page to our page. */
async function signIn({ caller, mailbox }: Fixture, input: object, email = mailbox.email): Promise<Outcome> {
  const started = await caller.call('mail-authentication', { action: 'authorize', ...input })
  if (started.status !== 200) return outcomeOf(started)
  const back = await followBack(await answerConsent(String(started.body['url']), email))
  return back.has('mailbox_id') ? 'done' : { refused: back.get('error') ?? 'nothing' }
}

const rowOf = ({ app, mailbox }: Fixture) =>
  app.ctx.db.asService((tx) =>
    tx
      .selectFrom('mailboxes as m')
      .innerJoin('app.mailbox_sync_states as w', 'w.mailbox_id', 'm.id')
      .leftJoin('app.graph_subscriptions as s', 's.mailbox_id', 'm.id')
      .select(['m.real_time', 'w.folders_synced_at', 's.provider_subscription_id as subscription', 's.renewed_at'])
      .select(['w.sent_read_until', 'w.caught_up_until', 'w.moves_checked_at'])
      .where('m.id', '=', mailbox.mailboxId)
      .executeTakeFirstOrThrow(),
  )

/** Connects the mailbox of the fixture again, each time as if it was new. */
const connecting = (fixture: Fixture): Parts => {
  const { app, mailbox } = fixture
  const connected = () =>
    app.ctx.db.asService((tx) =>
      tx.selectFrom('mailboxes').select('id').where('email_address', '=', mailbox.email).execute(),
    )
  return {
    async prepare() {
      for (const { id } of await connected()) await removeMailbox(app, id)
    },
    begin: () =>
      requested(() => signIn(fixture, {}), {
        effects: async () => (await connected()).map(() => 'mailbox'),
        expected: ['mailbox'],
      }),
  }
}

/** Signing in again requests sorting only, and keeps the permission to send. */
const connectingAgain = (fixture: Fixture): Parts => {
  const { app, mailbox } = fixture
  const { mailboxId } = mailbox
  const permissions = async (): Promise<string[]> => {
    const { scopes } = await app.ctx.db.asService((tx) =>
      tx
        .selectFrom('app.mailbox_tokens')
        .select('scopes')
        .where('mailbox_id', '=', mailboxId)
        .executeTakeFirstOrThrow(),
    )
    return scopes.includes('Mail.Send') ? ['sending'] : []
  }
  return {
    async prepare() {
      if ((await permissions()).length === 0) await signIn(fixture, { mailboxId, sending: true })
    },
    begin: () => requested(() => signIn(fixture, { mailboxId }), { effects: permissions, expected: ['sending'] }),
  }
}

const Subscriptions = z.array(z.object({ id: z.string(), mailbox: z.string() }))
const subscriptions = async ({ app, mailbox }: Fixture): Promise<string[]> =>
  Subscriptions.parse(await app.control('GET', '/control/subscriptions')).flatMap(({ id, mailbox: email }) =>
    email === mailbox.email ? [id] : [],
  )

async function switchOff(fixture: Fixture): Promise<Outcome> {
  const { subscription } = await rowOf(fixture)
  if (subscription === null) return 'done'
  const input = { action: 'unsubscribe', subscriptionId: subscription }
  return outcomeOf(await fixture.caller.call('mail-webhook-management', input))
}

const switchOn = async ({ caller, mailbox }: Fixture): Promise<Outcome> =>
  outcomeOf(await caller.call('mail-webhook-management', { action: 'subscribe', mailboxId: mailbox.mailboxId }))

/** Background work completes what the response reported as failed. */
const switching = (fixture: Fixture, on: boolean): Parts => {
  async function isSwitched(): Promise<boolean> {
    const [{ real_time, subscription }, live] = [await rowOf(fixture), await subscriptions(fixture)]
    return real_time === on && (on ? subscription !== null && live.includes(subscription) : live.length === 0)
  }
  return {
    async prepare() {
      await (on ? switchOff(fixture) : switchOn(fixture))
    },
    async begin() {
      let answer: Outcome = await (on ? switchOn(fixture) : switchOff(fixture))
      return {
        outcome: async () => ((await isSwitched()) ? 'done' : answer === 'done' ? 'waiting' : answer),
        effects: async () => (on ? (await subscriptions(fixture)).map(() => 'subscription') : []),
        expected: on ? ['subscription'] : [],
        async retry() {
          answer = await (on ? switchOn(fixture) : switchOff(fixture))
        },
      }
    },
  }
}

/** Periodic work of a mailbox, which has to happen again after the time. */
const maintained = async (fixture: Fixture, column: 'renewed_at' | 'sent_read_until'): Promise<Attempt> => {
  const { app } = fixture
  const since = app.clock.now()
  return {
    async outcome() {
      const [row, live] = [await rowOf(fixture), await subscriptions(fixture)]
      const at = row[column]
      return at && at > addMs(since, minutes(-10)) && live.includes(row.subscription ?? '') ? 'done' : 'waiting'
    },
    effects: async () => (await subscriptions(fixture)).map(() => 'subscription'),
    expected: ['subscription'],
    retry: async () => undefined,
  }
}

const renewing = (fixture: Fixture): Parts => ({
  async prepare() {
    await switchOn(fixture)
    await fixture.app.runDueJobs()
  },
  async begin() {
    const renewed_at = addMs(fixture.app.clock.now(), days(-2))
    const { mailboxId } = fixture.mailbox
    await fixture.app.ctx.db.asService((tx) =>
      tx.updateTable('app.graph_subscriptions').set({ renewed_at }).where('mailbox_id', '=', mailboxId).execute(),
    )
    return maintained(fixture, 'renewed_at')
  },
})

const readingSentMail = (fixture: Fixture): Parts => ({
  prepare: async () => void (await switchOn(fixture)),
  async begin() {
    const { mailboxId } = fixture.mailbox
    await fixture.app.ctx.db.asService((tx) =>
      tx
        .updateTable('app.mailbox_sync_states')
        .set({ sent_read_until: null })
        .where('mailbox_id', '=', mailboxId)
        .execute(),
    )
    return maintained(fixture, 'sent_read_until')
  },
})

const Folders = z.array(z.object({ displayName: z.string() }))
const folderNames = async ({ app, mailbox }: Fixture): Promise<string[]> =>
  Folders.parse(await app.control('GET', `/control/outlook/${mailbox.email}/folders`)).map((one) => one.displayName)

/** While Outlook cannot be reached the folder is ours alone; a later sync creates it there. */
const creatingFolder = (fixture: Fixture): Parts => {
  const { app, caller, mailbox } = fixture
  const { mailboxId } = mailbox
  return {
    async begin(n) {
      const folderName = `New ${n}`
      const send = async () =>
        outcomeOf(await caller.call('mail-graph', { action: 'create-folder', mailboxId, folderName }))
      let answer = await send()
      const linked = () =>
        app.ctx.db.asService((tx) =>
          tx
            .selectFrom('email_folders')
            .select('id')
            .where('mailbox_id', '=', mailboxId)
            .where('folder_name', '=', folderName)
            .where('provider_folder_id', 'is not', null)
            .execute(),
        )
      return {
        async outcome() {
          if (answer !== 'done') return answer
          return (await linked()).length > 0 ? 'done' : 'waiting'
        },
        effects: async () => (await folderNames(fixture)).filter((name) => name === folderName),
        expected: [folderName],
        async retry() {
          answer = await send()
        },
      }
    },
  }
}

const syncingFolders = ({ caller, mailbox }: Fixture): Parts => ({
  begin: () =>
    requested(async () =>
      outcomeOf(await caller.call('mail-graph', { action: 'sync-folders', mailboxId: mailbox.mailboxId })),
    ),
})

/** The mailbox is disconnected in any case; without a response of Outlook the subscription expires by itself. */
const disconnecting = (fixture: Fixture): Parts => {
  const { app, caller, mailbox } = fixture
  const current = async (): Promise<string | null> => {
    const row = await app.ctx.db.asService((tx) =>
      tx.selectFrom('mailboxes').select('id').where('email_address', '=', mailbox.email).executeTakeFirst(),
    )
    return row?.id ?? null
  }
  return {
    async prepare() {
      if ((await current()) === null) await signIn(fixture, {})
      await caller.call('mail-webhook-management', { action: 'subscribe', mailboxId: await current() })
    },
    begin: () =>
      requested(async () =>
        outcomeOf(await caller.call('mail-authentication', { action: 'disconnect', mailboxId: await current() })),
      ),
  }
}

const request = (name: string, start: Scenario['start']): Scenario => ({ name, kind: 'request', start })
const background = (name: string, start: Scenario['start']): Scenario => ({ name, kind: 'background', start })
/** Another subscription is in the way: the response to its creation was lost. */
const lostSubscription = [
  { service: 'graph', method: 'POST', path: '/subscriptions$', when: 'after', drop: true, times: 1 },
]

export const mailboxScenarios: Scenario[] = [
  request('connect a mailbox', onMailbox(connecting)),
  request('sign in to a mailbox again', onMailbox(connectingAgain)),
  request(
    'switch real-time on',
    onMailbox((fixture) => switching(fixture, true)),
  ),
  {
    ...request(
      'switch real-time on again',
      onMailbox((fixture) => switching(fixture, true)),
    ),
    priorFaults: lostSubscription,
  },
  request(
    'switch real-time off',
    onMailbox((fixture) => switching(fixture, false)),
  ),
  background('renew a subscription', onMailbox(renewing)),
  background('read sent mail', onMailbox(readingSentMail)),
  request('create a folder', onMailbox(creatingFolder)),
  request('sync folders', onMailbox(syncingFolders)),
  request('disconnect a mailbox', onMailbox(disconnecting)),
]
