import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import type { PoolClient } from 'pg'
import { actingMailbox } from '../../test/kit/acting-mailbox.ts'
import type { ConnectedMailbox } from '../../test/kit/mailbox.ts'
import { requestsTo } from '../../test/kit/outlook.ts'
import { runSql } from '../../test/kit/run-sql.ts'
import { appOfFile } from '../../test/kit/start-app.ts'
import { invoice, trainedMailbox } from '../../test/kit/trained-mailbox.ts'
import { preparedStatementMinUses } from '../db/statement-names.ts'
import { findMailbox } from '../mail/mailboxes/mailbox-queries.ts'
import { loadModelForBatch } from './learning/load-model.ts'
import { authorizeMove } from './moves/authorize-move.ts'
import { moveToDecidedFolder } from './moves/move-to-decided-folder.ts'
import { byMove } from './folders/filing-queries.ts'
import { acquireLease, LeaseLost } from './lease/lease.ts'
import { readMessage } from './messages/read-message.ts'
import { drainMailbox } from './drain-mailbox.ts'

const app = await appOfFile()
// A connection that is closed takes with it what it has executed and prepared.
app.ctx.db.pool.options.idleTimeoutMillis = 0
const mailbox = await trainedMailbox(app, { proposals: false })
/** Records with which setting the transactions commit that write these tables: the triggers run at the commit. */
const recordCommits = `
  create table test_commits (seq bigint generated always as identity, of text, status text, synchronous_commit text);
  grant select, delete on test_commits to service_role;
  create function record_commit() returns trigger language plpgsql security definer set search_path = public as $$
    begin
      insert into test_commits (of, status, synchronous_commit)
        values (tg_table_name, to_jsonb(new) ->> 'status', current_setting('synchronous_commit'));
      return null;
    end $$;
  ${['email_processing_logs', 'email_action_runs', 'app.action_progress', 'app.requested_moves']
    .map(
      (table) => `create constraint trigger record_commit after insert or update on ${table}
        deferrable initially deferred for each row execute function record_commit();`,
    )
    .join('\n')}`
await runSql(app.database.owner, recordCommits)
// The server of the tests waits for no commit.
app.ctx.db.pool.on('acquire', (client) => void client.query('set synchronous_commit = on'))

/** Delivers an email, and returns its id once its notification is stored. */
async function deliver(mail: Parameters<ConnectedMailbox['deliver']>[0]): Promise<string> {
  const id = await mailbox.deliver(mail)
  const stored = () =>
    app.ctx.db.asService((tx) => tx.selectFrom('app.inbox_events').select('seq').where('message_id', '=', id).execute())
  await expect.poll(stored).toHaveLength(1)
  return id
}

async function sort(mail: Parameters<ConnectedMailbox['deliver']>[0]): Promise<void> {
  await deliver(mail)
  await drainMailbox(app.ctx, { mailboxId: mailbox.mailboxId })
}

/** Parts of statements that each sorted email executes, in their order. */
const ofEachEmail = [
  'from "mailboxes"',
  'from "email_folders"',
  'app.require_lease',
  'update "app"."inbox_events" set "attempts"',
  'from "email_processing_logs"',
  'from "app"."training_examples"',
  'join "app"."mailbox_tokens"',
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
  const clients = new Set<PoolClient>()
  const spyOn = (client: PoolClient) => {
    clients.add(client)
    vi.spyOn(client, 'query')
  }
  app.ctx.db.pool.on('acquire', spyOn)
  await sort(invoice('the last'))
  app.ctx.db.pool.off('acquire', spyOn)
  const { executed, prepared } = await statementsOf(clients)
  for (const part of ofEachEmail) expect(executed).toContainEqual(expect.stringContaining(part))
  expect(executed.filter((text) => !prepared.includes(text))).toEqual([])
  expect((await mailbox.inOutlook())['Invoices']).toContain(invoice('the last').subject)
})

/** What the clients executed within transactions, and what the server has prepared. A timer may use one of them. */
async function statementsOf(clients: Iterable<PoolClient>): Promise<{ executed: string[]; prepared: string[] }> {
  const executed: string[] = []
  const prepared: string[] = []
  for (const client of clients) {
    const calls: unknown[][] = vi.mocked(client).query.mock.calls
    for (const [query] of calls) if (isParameterized(query) && !isOfTimer(query.text)) executed.push(query.text)
    const { rows } = await client.query<{ statement: string }>('select statement from pg_prepared_statements')
    prepared.push(...rows.map(({ statement }) => statement))
  }
  return { executed, prepared }
}

/** A timer divides the slots of Graph, not each email. */
const isOfTimer = (text: string): boolean => /graph_slots|advisory/.test(text)

const isParameterized = (query: unknown): query is { text: string; values: unknown[] } =>
  typeof query === 'object' && query !== null && 'text' in query && 'values' in query

/** `status setting` of the commits that wrote the tables since the last call. */
async function commitsOf(...tables: string[]): Promise<string[]> {
  const { rows } = await app.ctx.db.asService((tx) =>
    sql<{ of: string; commit: string }>`with taken as (delete from test_commits returning *)
      select of, concat_ws(' ', status, synchronous_commit) as commit from taken order by seq`.execute(tx),
  )
  return rows.filter(({ of }) => tables.includes(of)).map(({ commit }) => commit)
}

test('waits for the disk before the move of an email, and for no other commit', async () => {
  await commitsOf()
  await sort(invoice('moved'))
  await sort({ from: 'anna@family.example', subject: 'Sunday?', text: 'Shall we go swimming?' })
  expect(await commitsOf('email_processing_logs')).toEqual(['processing on', 'processed off', 'left off'])
})

test('waits for the disk before each effect of an action, and for no other commit of its run', async () => {
  const acting = await actingMailbox(app, ['draft_reply'])
  await acting.sorted({ from: 'anna@shop.example', subject: 'A question', text: 'When will it be?' })
  await commitsOf()
  await app.runDueJobs()
  expect(await acting.drafts()).toHaveLength(1)
  const commits = await commitsOf('email_action_runs', 'action_progress')
  // The draft, its text, and the read state of the original.
  expect(commits).toEqual(['running off', 'on', 'on', 'on', 'done off'])
})

test('waits for the disk before a requested move', async () => {
  await sort(invoice('undone'))
  const [log] = await mailbox.rows<{ id: string }[]>(
    `email_processing_logs?select=id&subject=eq.${encodeURIComponent(invoice('undone').subject)}`,
  )
  await commitsOf()
  await mailbox.call('sorted-mail', { action: 'move', logId: log?.id, folderId: null })
  expect(await commitsOf('requested_moves')).toEqual(['on', 'on'])
})

test('a worker that is overtaken after the decision moves nothing', async () => {
  const { mailboxId } = mailbox
  const messageId = await deliver(invoice('overtaken'))
  const message = (await readMessage(app.ctx, mailboxId, { messageId, attempts: 1 })) ?? expect.fail('It is gone')
  const row = (await app.ctx.db.asService((tx) => findMailbox(tx, mailboxId))) ?? expect.fail('There is no mailbox')
  const lease = (await acquireLease(app.ctx, mailboxId)) ?? expect.fail('The lease is taken')
  const loaded = await loadModelForBatch(app.ctx, row)
  const session = {
    ...loaded,
    mailbox: row,
    // As after slow calls.
    lease: { ...lease, freshUntil: 0 },
    isLimitNear: false,
    createActionRuns: async () => undefined,
  }
  const [target] = loaded.candidates
  const decided = {
    id: messageId,
    targetFolderId: target?.id ?? null,
    decidedBy: 'classifier',
    messageId,
    filing: byMove,
  } as const
  const authorization = await app.ctx.db.asService((tx) => authorizeMove(tx, session, decided, message))
  await app.ctx.db.asService((tx) =>
    tx.updateTable('app.mailbox_sync_states').set({ leased_until: '-infinity' }).execute(),
  )
  expect(await acquireLease(app.ctx, mailboxId)).not.toBeNull()
  await app.control('DELETE', '/control/requests')
  const moving = moveToDecidedFolder(app.ctx, session, message, { ...decided, versionBeforeMove: null }, authorization)
  await expect(moving).rejects.toThrow(LeaseLost)
  const calls = (await requestsTo(app, 'graph')).map(({ method, url }) => `${method} ${url}`)
  // The lease is compared after the calls that a move needs.
  expect(calls).toEqual([expect.stringContaining('/deleteditems')])
})
