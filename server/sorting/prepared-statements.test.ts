import { expect, test, vi } from 'vitest'
import { startApp, type App } from '../../test/kit/start-app.ts'
import { invoice, trainedMailbox } from '../../test/kit/trained-mailbox.ts'
import { preparedStatementMinUses } from '../limits.ts'
import { sortDueMessages } from './sort-due-messages.ts'

/** Parts of statements that each sorted email executes, in their order. */
const ofEachEmail = [
  'from "mailboxes"',
  'from "email_folders"',
  'app.require_lease',
  'update "app"."inbox_events" set "attempts"',
  'from "email_processing_logs"',
  'from "app"."training_examples"',
  'from "app"."mailbox_tokens"',
  'from "app"."folder_conditions"',
  'from "app"."corrections"',
  'from "app"."known_people"',
  '"has_actions"',
  'set "change_key_before_move"',
  'insert into "email_processing_logs"',
  'app.count_email_below',
  'update "email_processing_logs" set "status"',
  'delete from "app"."inbox_events"',
  'pg_notify',
]

test('PostgreSQL has prepared every statement of a sorted email', async () => {
  await using app = await startApp()
  const mailbox = await trainedMailbox(app)
  const waiting = () => app.ctx.db.asService((tx) => tx.selectFrom('app.inbox_events').select('seq').execute())
  const sort = async (n: number): Promise<void> => {
    await mailbox.deliver(invoice(`A${n}`))
    await expect.poll(waiting).toHaveLength(1)
    await sortDueMessages(app.ctx, { mailboxId: mailbox.mailboxId })
  }
  for (let n = 1; n < preparedStatementMinUses; n++) await sort(n)
  app.ctx.db.pool.on('acquire', (client) => vi.spyOn(client, 'query'))
  await sort(preparedStatementMinUses)
  const { executed, prepared } = await statementsOf(app)
  for (const part of ofEachEmail) expect(executed).toContainEqual(expect.stringContaining(part))
  expect(executed.filter((text) => !prepared.includes(text))).toEqual([])
  expect((await mailbox.inOutlook())['Invoices']).toContain(invoice(`A${preparedStatementMinUses}`).subject)
})

/** Of all connections: what their clients executed within transactions, and what the server has prepared. */
async function statementsOf({ ctx: { db } }: App): Promise<{ executed: string[]; prepared: string[] }> {
  const executed: string[] = []
  const prepared: string[] = []
  const clients = await Promise.all(Array.from({ length: db.pool.totalCount }, () => db.pool.connect()))
  for (const client of clients) {
    const calls: unknown[][] = vi.mocked(client.query).mock.calls
    for (const [query] of calls) if (isParameterized(query) && !isOfTimer(query.text)) executed.push(query.text)
    const { rows } = await client.query<{ statement: string }>('select statement from pg_prepared_statements')
    prepared.push(...rows.map(({ statement }) => statement))
    client.release()
  }
  return { executed, prepared }
}

/** A timer divides the slots of Graph, not each email. */
const isOfTimer = (text: string): boolean => /graph_slots|advisory/.test(text)

const isParameterized = (query: unknown): query is { text: string; values: unknown[] } =>
  typeof query === 'object' && query !== null && 'text' in query && 'values' in query
