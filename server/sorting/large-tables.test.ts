import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { ofFile } from '../../test/kit/of-file.ts'
import { createTestDatabase } from '../../test/kit/database.ts'
import { testDate } from '../../test/kit/test-clock.ts'
import { deleteStoredAttachmentsBefore, redactRunsBefore } from '../actions/runs/retention-queries.ts'
import { openDatabase, type Tx } from '../db/database.ts'
import { languageModelShare } from './backfill/backfill-queries.ts'
import { nextDueEvents } from './queue/inbox-event-queries.ts'
import { newestLogs } from './log/newest-log-queries.ts'
import { redactLogsBefore } from './log/processing-log-queries.ts'

const testDatabase = await ofFile(createTestDatabase())
const db = await ofFile(openDatabase({ connection: testDatabase.server, maxConnections: 1, onError: () => undefined }))

const now = testDate
const mailbox = { id: randomUUID(), user_id: randomUUID() }

/** Each of these reads a few rows of a table with millions of them. */
const queries: [index: string, run: (tx: Tx) => Promise<unknown>][] = [
  ['public.email_processing_logs_unredacted', (tx) => redactLogsBefore(tx, now, 1)],
  ['public.email_action_runs_unredacted', (tx) => redactRunsBefore(tx, now, 1)],
  ['app.stored_attachments_age', (tx) => deleteStoredAttachmentsBefore(tx, now, 1)],
  ['app.inbox_events_next', (tx) => nextDueEvents(tx, mailbox.id, now, 1)],
  ['public.email_processing_logs_mailbox_newest', (tx) => newestLogs(tx, mailbox, 1)],
  ['public.email_processing_logs_mailbox_newest', (tx) => languageModelShare(tx, mailbox, now)],
]

test.each(queries)('%s is the index of a query', async (index, run) => {
  // The tables of the test are empty: without these settings PostgreSQL would read them whole.
  const used = await db.asService(async (tx) => {
    await sql`select set_config(name, 'off', true) from unnest(array['enable_seqscan', 'enable_sort',
      'enable_bitmapscan']) as name`.execute(tx)
    const scans = async (): Promise<number> => {
      const counted = sql<{ n: number }>`select pg_stat_get_xact_numscans(${index}::regclass)::integer as n`
      return (await counted.execute(tx)).rows[0]?.n ?? 0
    }
    const before = await scans()
    await run(tx)
    return (await scans()) - before
  })
  expect(used).toBe(1)
})
