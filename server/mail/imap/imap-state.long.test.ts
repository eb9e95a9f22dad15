import { ImapFlow } from 'imapflow'
import { expect, test } from 'vitest'
import { describeWithDovecot } from '../../../test/kit/describe-with-dovecot.ts'
import { startDovecot } from '../../../test/kit/dovecot.ts'
import { imapMailbox } from '../../../test/kit/imap-mailbox.ts'
import { hashesByMbsync } from '../../../test/kit/mbsync.ts'
import { runSql } from '../../../test/kit/run-sql.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'
import type { TimeRange } from '../../vendors/mailbox/mailbox-client.ts'
import type { InboxPage } from '../../vendors/mailbox/message.ts'

const sender = 'billing@power.example'
const bill = (subject: string) => ({ subject, from: sender, text: 'The amount due is 41 euro.' })
const moves = 1000
const movedAtOnce = 2000
const oldEmails = 500
/** Their UIDs are longer than the line that a server accepts. */
const counted = 20_000

const tablesOfProduct = `select schemaname, tablename, quote_ident(schemaname || '.' || tablename) as copy
  from pg_tables where schemaname in ('public', 'app')`
/** Copies all rows of the product, as a backup of the database does. */
const backUpRows = `do $$ declare t record; begin
  create schema yesterday;
  for t in ${tablesOfProduct} loop
    execute format('create table yesterday.%s as table %I.%I', t.copy, t.schemaname, t.tablename);
  end loop;
end $$`
const restoreRows = `do $$ declare t record; columns text; begin
  set local session_replication_role = replica;
  for t in ${tablesOfProduct} loop
    select string_agg(quote_ident(column_name), ', ') into columns from information_schema.columns
      where table_schema = t.schemaname and table_name = t.tablename and is_generated = 'NEVER';
    execute format('delete from %I.%I', t.schemaname, t.tablename);
    execute format('insert into %I.%I (%s) overriding system value select %s from yesterday.%s',
      t.schemaname, t.tablename, columns, columns, t.copy);
  end loop;
end $$`

type Start = string | TimeRange
const fromNewest: Start = { since: null, until: null }
const pageOf = (at: Awaited<ReturnType<typeof imapMailbox>>, start: Start): Promise<InboxPage> =>
  at.box((mailbox) => mailbox.inbox.page(start))

describeWithDovecot('an IMAP mailbox and its rows', async (dovecot) => {
  const app = await appOfFile({ startsAt: null })

  async function sorting(of = dovecot) {
    const at = await imapMailbox(app, of, { folders: ['Bills', 'Other'] })
    await at.instruct('Bills', sender)
    await app.advance('1 min')
    await at.subscribe()
    await app.runDueJobs()
    // The first round of changes, which waiting for news starts at some time: later ones begin where it ended.
    await at.work('catch-up')
    const status = () =>
      app.ctx.db.asService(async (tx) => {
        const found = tx.selectFrom('mailboxes').select('status').where('id', '=', at.mailboxId)
        return (await found.executeTakeFirstOrThrow()).status
      })
    return { ...at, status }
  }

  /** Delivers many emails by one connection, with flags and dates of all kinds. */
  async function deliver(address: string, count: number): Promise<void> {
    const { host, port, password, certificate } = dovecot
    const client = new ImapFlow({
      host,
      port,
      secure: true,
      auth: { user: address, pass: password },
      tls: { ca: certificate },
      logger: false,
    })
    await client.connect()
    const flags = [[], ['\\Seen'], ['\\Flagged', '$Forwarded'], ['\\Answered', '\\Seen', 'Work'], ['\\Draft']]
    for (let n = 0; n < count; n++) {
      const lines = [`From: Anna <anna@example.com>`, `Subject: Email ${n}`, `Message-ID: <${n % 9}@example.com>`, '']
      const text = [...lines, `Grüße ${n}`, ...Array.from({ length: n % 50 }, () => 'x'.repeat(70)), ''].join('\r\n')
      await client.append('INBOX', text, flags[n % flags.length], new Date(Date.UTC(2026, 0, 1, 0, n)))
    }
    await client.logout()
  }

  test.each([
    ['with', []],
    ['without', ['CONDSTORE']],
  ] as const)('%s CONDSTORE the same email is sorted, and the same moves are learned', async (_, hidden) => {
    await using server = await startDovecot({ hidden })
    const at = await sorting(server)
    for (const subject of ['One', 'Two', 'Three']) await at.save(bill(subject))
    await at.sorted(3)
    await at.work('detect-manual-moves')
    await server.doveadm('mailbox', 'update', '-u', at.address, '--uid-validity', '1234567', 'INBOX')
    await server.doveadm('flags', 'add', '-u', at.address, '\\Seen', 'mailbox', 'Bills', 'all')
    await server.doveadm('expunge', '-u', at.address, 'mailbox', 'Bills', 'subject', 'Two')
    await at.save(bill('Four'))
    await at.sorted(4)
    await at.work('detect-manual-moves', 'catch-up')
    expect(await at.corrections()).toEqual([])
    await at.move('Bills', 'Other', 'subject', 'One')
    await at.work('detect-manual-moves', 'catch-up')
    expect(await at.corrections()).toHaveLength(1)
    expect(await at.atServer()).toEqual({ Bills: ['Three', 'Four'], Other: ['One'] })
    expect((await at.logs()).map(({ subject }) => subject)).toEqual(['Four', 'One', 'Three', 'Two'])
  })

  test('a UIDVALIDITY that changes again and again stops the mailbox, which says so, for a day', async () => {
    const at = await sorting()
    const changeAndSave = async (n: number): Promise<void> => {
      await dovecot.doveadm('mailbox', 'update', '-u', at.address, '--uid-validity', String(2_000_000_000 + n), 'INBOX')
      await at.save(bill(`Bill ${n}`))
    }
    for (let n = 1; n <= 5; n++) {
      await changeAndSave(n)
      await at.sorted(n)
      expect(await at.status()).toBe('active')
    }
    await changeAndSave(6)
    await at.work('catch-up')
    expect(await at.status()).toBe('unavailable')
    expect(await at.atServer()).toMatchObject({ INBOX: ['Bill 6'] })
    await app.advance('25 hours')
    const sorted = async () => {
      await app.advance('1 min')
      await at.work('reconcile-mailboxes', 'catch-up')
      return at.atServer()
    }
    const bills = Array.from({ length: 6 }, (_, n) => `Bill ${n + 1}`)
    await expect.poll(sorted, { timeout: 60_000 }).toEqual({ Bills: bills })
    expect(await at.status()).toBe('active')
    expect(await at.corrections()).toEqual([])
  })

  test(`a database of yesterday makes nothing new of ${oldEmails} old emails, and teaches nothing`, async () => {
    const at = await imapMailbox(app, dovecot, { folders: ['Bills', 'Other'] })
    await at.instruct('Bills', sender)
    await deliver(at.address, oldEmails)
    await app.advance('1 min')
    await at.subscribe()
    await app.runDueJobs()
    for (const subject of ['One', 'Two']) await at.save(bill(subject))
    await at.sorted(2)
    await at.work('detect-manual-moves')
    await runSql(app.database.owner, backUpRows)
    for (const subject of ['Three', 'Four']) await at.save(bill(subject))
    await at.sorted(4)
    await at.work('detect-manual-moves')
    await runSql(app.database.owner, restoreRows)
    const before = await at.atServer()
    const look = () => at.work('catch-up', 'detect-manual-moves', 'sync-mailbox', 'catch-up')
    await look()
    expect(await at.logs()).toMatchObject([{ subject: 'One' }, { subject: 'Two' }])
    expect(await at.atServer()).toEqual(before)
    await at.save(bill('Five'))
    await at.sorted(3)
    await look()
    expect(await at.atServer()).toEqual({ ...before, Bills: [...(before['Bills'] ?? []), 'Five'] })
    expect(before['INBOX']).toHaveLength(oldEmails)
    expect(await at.corrections()).toEqual([])
  })

  test(`${movedAtOnce} emails that are moved at once teach nothing, and the user is asked`, async () => {
    const at = await sorting()
    await deliver(at.address, movedAtOnce)
    for (let start: Start | null = fromNewest; start !== null; ) start = (await pageOf(at, start)).next
    await at.work('detect-manual-moves')
    await at.move('INBOX', 'Other')
    await at.work('detect-manual-moves')
    expect(await at.corrections()).toEqual([])
    const asked = app.ctx.db.asService((tx) =>
      tx.selectFrom('app.unlearned_moves').select('message_id').where('mailbox_id', '=', at.mailboxId).execute(),
    )
    expect(await asked).toHaveLength(movedAtOnce)
  })

  test(`the ${counted} emails of an inbox are counted from any time on`, async () => {
    const at = await imapMailbox(app, dovecot, { folders: ['Bills'] })
    await deliver(at.address, 2)
    const copy = (source: string, target: string) =>
      dovecot.doveadm('copy', '-u', at.address, target, 'mailbox', source, 'all')
    // Each second copy has the size of both folders: the numbers of Fibonacci.
    for (let emails = 2; emails < counted; ) {
      await copy('INBOX', 'Bills')
      await copy('Bills', 'INBOX')
      emails = await at.box((mailbox) => mailbox.inbox.count(null))
    }
    const total = await at.box((mailbox) => mailbox.inbox.count(null))
    const dates = ['2025-12-01', '2025-12-31T23:59:59Z', '2026-01-01T00:00:30Z', '2026-01-02', '2026-02-01']
    const counts: number[] = []
    for (const date of dates) counts.push(await at.box((mailbox) => mailbox.inbox.count(new Date(date))))
    expect(counts).toEqual([total, total, total / 2, 0, 0])
  })

  test(`${moves} moves change neither flags, dates nor bytes, as doveadm and mbsync see them`, async () => {
    const at = await imapMailbox(app, dovecot, { folders: ['Bills'] })
    await deliver(at.address, moves)
    const seen = async () =>
      (await dovecot.listEmails(at.address))
        .map(({ guid, flags, size, received, hash }) => ({ guid, flags, size, received, hash }))
        .toSorted((a, b) => a.guid.localeCompare(b.guid))
    const [before, copiesBefore] = [await seen(), await hashesByMbsync(dovecot, at.address, ['INBOX', 'Bills'])]
    const way = { from: await at.box((mailbox) => mailbox.inboxId()), to: await at.folderId('Bills') }
    for (let start: Start | null = fromNewest; start !== null; ) {
      const page: InboxPage = await pageOf(at, start)
      for (const { id } of page.messages) {
        expect(await at.box((mailbox) => mailbox.find(id))).not.toBeNull()
        expect(await at.box((mailbox) => mailbox.move(id, way))).toBe('moved')
      }
      start = page.next
    }
    expect(Object.keys(await at.atServer())).toEqual(['Bills'])
    expect(await seen()).toEqual(before)
    expect(before).toHaveLength(moves)
    expect([0, moves]).toContain(copiesBefore.length)
    expect(await hashesByMbsync(dovecot, at.address, ['INBOX', 'Bills'])).toEqual(copiesBefore)
  })
})
