import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { ConnectedMailbox } from '../../test/kit/mailbox.ts'
import { requestsTo } from '../../test/kit/outlook.ts'
import { runSql } from '../../test/kit/run-sql.ts'
import { startApp, type App } from '../../test/kit/start-app.ts'
import { invoice, trainedMailbox } from '../../test/kit/trained-mailbox.ts'
import { preparedStatementMinUses } from '../limits.ts'
import { findMailbox } from '../mail/queries.ts'
import { loadModelForSession } from './learning/load-model.ts'
import { authorizeMove } from './moves/authorize-move.ts'
import { moveToDecidedFolder } from './moves/move-to-decided-folder.ts'
import { acquireLease, LeaseLost } from './processing/lease.ts'
import { readMessage } from './processing/read-message.ts'
import { sortDueMessages } from './sort-due-messages.ts'

let app: App
let mailbox: ConnectedMailbox
beforeAll(async () => {
  app = await startApp()
  mailbox = await trainedMailbox(app)
})
afterAll(() => app[Symbol.asyncDispose]())

const waiting = () => app.ctx.db.asService((tx) => tx.selectFrom('app.inbox_events').select('seq').execute())

/** Delivers an email, and returns its id once its notification is stored. */
async function deliver(mail: Parameters<ConnectedMailbox['deliver']>[0]): Promise<string> {
  const id = await mailbox.deliver(mail)
  await expect.poll(waiting).toHaveLength(1)
  return id
}

async function sort(mail: Parameters<ConnectedMailbox['deliver']>[0]): Promise<void> {
  await deliver(mail)
  await sortDueMessages(app.ctx, { mailboxId: mailbox.mailboxId })
}

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
  for (let n = 1; n < preparedStatementMinUses; n++) await sort(invoice(`A${n}`))
  app.ctx.db.pool.on('acquire', (client) => vi.spyOn(client, 'query'))
  await sort(invoice('the last'))
  const { executed, prepared } = await statementsOf(app)
  app.ctx.db.pool.removeAllListeners('acquire')
  for (const part of ofEachEmail) expect(executed).toContainEqual(expect.stringContaining(part))
  expect(executed.filter((text) => !prepared.includes(text))).toEqual([])
  expect((await mailbox.inOutlook())['Invoices']).toContain(invoice('the last').subject)
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

test('waits for the disk before the move of an email, and for no other commit', async () => {
  await runSql(app.database.owner, recordCommits)
  // The server of the tests waits for no commit.
  app.ctx.db.pool.on('acquire', (client) => void client.query('set synchronous_commit = on'))
  await sort(invoice('moved'))
  await sort({ from: 'anna@family.example', subject: 'Sunday?', text: 'Shall we go swimming?' })
  const { rows } = await app.ctx.db.asService((tx) =>
    sql`select status, synchronous_commit from test_commits order by seq`.execute(tx),
  )
  expect(rows).toEqual([
    { status: 'processing', synchronous_commit: 'on' },
    { status: 'processed', synchronous_commit: 'off' },
    { status: 'left', synchronous_commit: 'off' },
  ])
})

/** Deferred, so that it sees the setting with which the transaction commits. */
const recordCommits = `
  create table test_commits (seq bigint generated always as identity, status text, synchronous_commit text);
  grant select on test_commits to service_role;
  create function record_commit() returns trigger language plpgsql security definer set search_path = public as $$
    begin
      insert into test_commits (status, synchronous_commit) values (new.status, current_setting('synchronous_commit'));
      return null;
    end $$;
  create constraint trigger record_commit after insert or update on email_processing_logs
    deferrable initially deferred for each row execute function record_commit()`

test('a worker that is overtaken after the decision moves nothing', async () => {
  const { mailboxId } = mailbox
  const messageId = await deliver(invoice('overtaken'))
  const message = (await readMessage(app.ctx, mailboxId, { messageId, attempts: 1 })) ?? expect.fail('It is gone')
  const row = (await app.ctx.db.asService((tx) => findMailbox(tx, mailboxId))) ?? expect.fail('There is no mailbox')
  const lease = (await acquireLease(app.ctx, mailboxId)) ?? expect.fail('The lease is taken')
  const loaded = await loadModelForSession(app.ctx, row)
  const session = {
    ...loaded,
    mailbox: row,
    // As after slow calls.
    lease: { ...lease, freshUntil: 0 },
    isLimitNear: false,
    createActionRuns: async () => undefined,
  }
  const [target] = loaded.candidates
  const decided = { id: messageId, targetFolderId: target?.id ?? null, decidedBy: 'classifier', messageId } as const
  const authorization = await app.ctx.db.asService((tx) => authorizeMove(tx, session, decided, message))
  await app.ctx.db.asService((tx) =>
    tx.updateTable('app.mailbox_sync_states').set({ leased_until: '-infinity' }).execute(),
  )
  expect(await acquireLease(app.ctx, mailboxId)).not.toBeNull()
  await app.control('DELETE', '/control/requests')
  const moving = moveToDecidedFolder(
    app.ctx,
    session,
    message,
    { ...decided, changeKeyBeforeMove: null },
    authorization,
  )
  await expect(moving).rejects.toThrow(LeaseLost)
  const calls = (await requestsTo(app, 'graph')).map(({ method, url }) => `${method} ${url}`)
  // The lease is compared after the calls that a move needs.
  expect(calls).toEqual([expect.stringContaining('/deleteditems')])
})
