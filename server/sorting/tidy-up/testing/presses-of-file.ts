import { sql } from 'kysely'
import { beforeEach, expect } from 'vitest'
import { TidyUpOutput } from '../../../../contract/functions/tidy-up.ts'
import { callFunction } from '../../../../test/kit/outlook.ts'
import { startHistory } from '../../../../test/kit/sorted-mail.ts'
import type { App } from '../../../../test/kit/start-app.ts'

/** The presses of Tidy up of a mailbox with folders, which each test finds as at the start. */
export async function pressesOfFile(app: App) {
  const history = await startHistory(app, { proposals: false })
  beforeEach(() => history.startOver())

  const mailboxId = () => history.mailbox.mailboxId
  const newsletters = () => history.folderId('Newsletters')
  async function ask(input: object) {
    const { accessToken: token, userId } = history.mailbox.user
    const { status, body } = await callFunction(app, { token, userId }, 'tidy-up', { mailboxId: mailboxId(), ...input })
    if (status !== 200) return { error: body['error'], presses: [] }
    const output = TidyUpOutput.parse(body)
    return { error: null, presses: 'presses' in output ? output.presses : [] }
  }
  /** @returns the press */
  async function press(input: { action?: string; messageIds: string[]; folderId?: string; [more: string]: unknown }) {
    // Later than the press before.
    await app.advance('1 s')
    const { error, presses } = await ask({
      action: 'file',
      ...(input.action ? {} : { folderId: newsletters(), move: true }),
      ...input,
    })
    expect(error).toBeNull()
    return presses[0]?.id ?? ''
  }
  const undo = (pressId: string) => ask({ action: 'undo', pressId })
  const status = async () => (await ask({ action: 'status' })).presses

  const fromAnna = { from: 'anna@family.example', subject: 'Zucchini on Sunday', text: 'Zucchini, mint and feta.' }
  /** Emails of one sender that were sorted and left in the inbox. */
  async function inInbox(count: number): Promise<string[]> {
    const mails = Array.from({ length: count }, (_, n) => ({ ...fromAnna, subject: `${fromAnna.subject} ${n}` }))
    return (await history.deliverAndSortAll(mails)).map(({ messageId }) => messageId)
  }
  const places = (ids: string[]) => Promise.all(ids.map(history.outlookFolderOf))
  const taught = () =>
    app.ctx.db.asService(async (tx) => ({
      corrections: await tx
        .selectFrom('app.corrections')
        .select(['value', 'folder_id'])
        .where('mailbox_id', '=', mailboxId())
        .where('learned_by', '=', 'example')
        .execute(),
      examples: (
        await tx
          .selectFrom('app.training_examples')
          .select('folder_id')
          .where('mailbox_id', '=', mailboxId())
          .where('is_correction', '=', true)
          .where('is_retracted', '=', false)
          .orderBy('seq')
          .execute()
      ).map(({ folder_id }) => folder_id),
    }))
  const nothing = { corrections: [], examples: [] }
  const rowOf = async (messageId: string) => {
    const [row] = await history.mailbox.rows<Record<string, unknown>[]>(
      `email_processing_logs?message_id=eq.${messageId}`,
    )
    return row
  }
  const moveFault = (fault: object) => app.faults({ service: 'graph', method: 'POST', path: '/move$', ...fault })
  /** The claims of a dead worker expire. */
  async function afterDeath(): Promise<void> {
    await app.ctx.db.asService(async (tx) => {
      await sql`update app.requested_moves set claimed_until = '-infinity'`.execute(tx)
      await sql`update app.tidy_up_presses set claimed_until = now() - interval '1 second'
        where claimed_until > now()`.execute(tx)
      await app.ctx.jobs.enqueue(tx, 'reconcile-mailboxes', {})
    })
    await app.runDueJobs()
  }

  return {
    history,
    mailboxId,
    newsletters,
    ask,
    press,
    undo,
    status,
    fromAnna,
    inInbox,
    places,
    taught,
    nothing,
    rowOf,
    moveFault,
    afterDeath,
  }
}
