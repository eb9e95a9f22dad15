import { Client, type ClientConfig } from 'pg'

/** Mailboxes of a long-running installation: each has this many emails in its history. */
const mailsPerMailbox = 1000
const historyDays = 720
/** Rows per transaction. */
const batchSize = 500_000

/**
 * Fills the processing log with the history of many mailboxes, in the order in which it would have grown: subjects and
 * senders of the last 90 days only, an action run for one email in ten.
 */
export async function fillLargeHistory(owner: ClientConfig, mails: number): Promise<void> {
  if (mails === 0) return
  await using client = await connect(owner)
  const mailboxes = Math.max(1, Math.round(mails / mailsPerMailbox))
  // Without foreign-key checks, whose cost says nothing about the rows that are measured later.
  await client.run('set session_replication_role = replica')
  await client.run('set synchronous_commit = off')
  await client.run(fillMailboxes, [mailboxes])
  const indexes = await client.run<{ name: string; definition: string }>(secondaryIndexes)
  for (const { name } of indexes) await client.run(`drop index ${name}`)
  for (let from = 0; from < mails; from += batchSize) {
    const to = Math.min(from + batchSize, mails)
    await client.run(fillLogs, [from + 1, to, mails, mailboxes])
    process.stderr.write(`${to} of ${mails} rows\n`)
  }
  await client.run("set maintenance_work_mem = '512MB'")
  for (const { definition } of indexes) await client.run(definition)
  await client.run(fillRuns)
  await client.run('vacuum (analyze)')
}

const secondaryIndexes = `
  select format('%I.%I', n.nspname, i.relname) as name, pg_get_indexdef(x.indexrelid) as definition
  from pg_index x join pg_class i on i.oid = x.indexrelid join pg_namespace n on n.oid = i.relnamespace
  where x.indrelid = 'public.email_processing_logs'::regclass and not x.indisunique`

const uuidOf = (kind: string, n: string) => `md5('${kind}' || ${n})::uuid`

const fillMailboxes = `
  with numbers as (select n from generate_series(1, $1::int) as n),
  users as (
    insert into auth.users (id, email) select ${uuidOf('user', 'n')}, 'filler-' || n || '@people.example' from numbers),
  boxes as (
    insert into public.mailboxes (id, user_id, email_address, provider_tenant_id, provider_account_id, status)
    select ${uuidOf('mailbox', 'n')}, ${uuidOf('user', 'n')}, 'filler-' || n || '@contoso.example', 'tenant',
      'filler-' || n, 'reauth_required' from numbers)
  insert into public.email_folders (id, user_id, mailbox_id, folder_name, display_name, provider_folder_id)
  select ${uuidOf('folder', "n || '-' || f")}, ${uuidOf('user', 'n')}, ${uuidOf('mailbox', 'n')}, 'Folder ' || f,
    'Folder ' || f, 'folder-' || f from numbers, generate_series(0, 9) as f`

/** Message ids as long as Graph's, with a prefix per mailbox. The row ids are ordered by time, as the product's. */
const fillLogs = `
  with mail as (
    select n, 1 + abs(hashint8(n)) % $4::int as box,
      now() - (1 - n / $3::float8) * interval '${historyDays} days' as at
    from generate_series($1::bigint, $2::bigint) as n),
  old as (select *, at < now() - interval '90 days' as is_old from mail)
  insert into public.email_processing_logs (id, user_id, mailbox_id, message_id, internet_message_id, conversation_id,
    subject, from_address, from_name, received_at, processed_at, created_at, status, reason, target_folder_id,
    decided_by, classification_confidence, explanation, evidence, counted_month, moved_at)
  select overlay(overlay(md5('log' || n) placing lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0')
      from 1 for 12) placing '7' from 13 for 1)::uuid,
    ${uuidOf('user', 'box')}, ${uuidOf('mailbox', 'box')},
    'AAkALgAAAAAA' || md5('box' || box) || md5('box-' || box) || md5('mail' || n) || '=',
    '<' || md5('internet' || n) || '@mail.example>', md5('conversation' || n / 3),
    case when not is_old then 'Your order number ' || n || ' has left our warehouse' end,
    case when not is_old then 'sender-' || n % 500 || '@shop.example' end,
    case when not is_old then 'Sender ' || n % 500 end,
    at, at, at,
    case when n % 50 = 0 then 'failed' when n % 10 = 0 then 'left' else 'processed' end,
    case when n % 50 = 0 then 'poison' when n % 10 = 0 then 'low_confidence' else 'sorted' end,
    case when n % 10 <> 0 then ${uuidOf('folder', "box || '-' || n % 10")} end,
    'classifier', 0.9, case when not is_old then 'Emails from this sender went here 3 times' end,
    case when is_old then '[]' else '[{"kind":"sender","text":"sender"}]' end::jsonb,
    date_trunc('month', at at time zone 'UTC')::date, case when n % 10 <> 0 then at end
  from old`

const fillRuns = `
  insert into public.email_action_runs (user_id, mailbox_id, log_id, action_type, config_version, action_order, status,
    reason, note, created_at, ended_at)
  select user_id, mailbox_id, id, 'store_file', 1, 1, 'done', 'done',
    case when subject is not null then 'Stored' end, processed_at, processed_at
  from public.email_processing_logs where left(message_id, 12) = 'AAkALgAAAAAA' and hashtext(message_id) % 10 = 0`

async function connect(owner: ClientConfig) {
  const client = new Client(owner)
  await client.connect()
  return {
    run: async <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
      (await client.query<Row & object>(text, values)).rows,
    [Symbol.asyncDispose]: () => client.end(),
  }
}
