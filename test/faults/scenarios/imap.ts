import { z } from 'zod'
import { retryRun } from '../../../server/actions/runs/retry-run.ts'
import { removeMailbox } from '../../kit/remove-mailbox.ts'
import type { App } from '../../kit/start-app.ts'
import { setUsage } from '../../kit/subscriptions.ts'
import { invoice } from '../../kit/trained-mailbox.ts'
import { RealSystem } from '../../model/real-system.ts'
import { actionTypes, type ModelAction } from '../../model/reference-model.ts'
import { isRefused, type Attempt, type Outcome, type Scenario } from '../scenario.ts'
import { outcomeOfRun } from './actions.ts'

const effectsOf = { draft_reply: ['draft'], forward_mail: ['forward', 'arrived forward'] } as const

const Outbox = z.array(z.object({ subject: z.string() }))
const arrivedForwards = async (app: App, subject: string): Promise<string[]> =>
  Outbox.parse(await app.control('GET', '/control/outbox'))
    .filter((sent) => sent.subject === `Fwd: ${subject}`)
    .map(() => 'arrived forward')

/** A new message is sorted, and then the action of its folder runs. */
function actedMessage(real: RealSystem, action: ModelAction | null, mail: { id: string; subject: string }): Attempt {
  const { app, mailbox } = real
  async function observed() {
    const { rows, runs, messages, effects } = await real.observe()
    const run = runs.find((one) => one.message_id === mail.id)
    return {
      row: rows.find((one) => one.message_id === mail.id),
      run,
      folder: messages.get(mail.id)?.folder ?? 'none',
      effects: effects.filter(({ runId }) => runId === run?.id),
    }
  }
  return {
    async outcome(): Promise<Outcome> {
      const { row, run } = await observed()
      if (!row || row.status === 'processing') return 'waiting'
      if (row.reason !== 'sorted') return { refused: row.reason ?? 'no reason', isFinal: true }
      const outcome = action ? outcomeOfRun(run) : 'done'
      // By SMTP nothing says whether an email was sent whose response was lost: it is not sent again.
      const isUnclear = isRefused(outcome) && outcome.refused === 'unclear_outcome'
      return isUnclear ? { ...outcome, isFinal: true } : outcome
    },
    async effects() {
      const { folder, effects } = await observed()
      const kept = effects.map(() => (action ? effectsOf[action][0] : 'effect without an action'))
      return [...(folder === 'Inbox' ? [] : [`in ${folder}`]), ...kept, ...(await arrivedForwards(app, mail.subject))]
    },
    expected: ['in Invoices', ...(action ? effectsOf[action] : [])],
    async retry() {
      const { run } = await observed()
      await retryRun(app.ctx, { userId: mailbox.user.userId, runId: run?.id ?? '' })
    },
  }
}

const atImap =
  (action: ModelAction | null): Scenario['start'] =>
  async (app) => {
    const real = await RealSystem.start(app, 'imap', 0)
    const { mailboxId, user } = real.mailbox
    for (const type of actionTypes) if (type !== action) await real.actions.switch(type, false)
    await real.switchOn()
    return {
      async prepare() {
        // The free plan's limit is no part of any scenario.
        await setUsage(app, user.userId, 0)
        // Each attempt signs in.
        await app.ctx.vendors.imap.close(mailboxId)
      },
      async begin(n) {
        const mail = invoice(100 + n)
        const id = await real.server.deliver(mail)
        await app.advance('1 s')
        return actedMessage(real, action, { id, subject: mail.subject })
      },
      async signInAgain() {
        if ((await real.observe()).mailboxStatus !== 'active') await real.connect()
      },
      [Symbol.asyncDispose]: async () => void (await removeMailbox(app, mailboxId)),
    }
  }

export const imapScenarios: Scenario[] = [
  { name: 'IMAP: sort a message', kind: 'background', start: atImap(null) },
  { name: 'IMAP: draft a reply', kind: 'background', start: atImap('draft_reply') },
  {
    name: 'IMAP: forward',
    kind: 'background',
    acceptedRefusals: ['unclear_outcome'],
    start: atImap('forward_mail'),
  },
]
