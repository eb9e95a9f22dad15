import { describe, expect, test } from 'vitest'
import { testDate } from '../../test/kit/test-clock.ts'
import { ofFile } from '../../test/kit/of-file.ts'
import { startTables } from './testing/start-tables.ts'

const folderId = '00000000-0000-4000-8000-0000000000f1'
const mailboxId = '00000000-0000-4000-8000-0000000000a1'

const tables = await ofFile(startTables())
const user = await tables.addUser()
const client = tables.client(user.token)
await tables.asOwner(`
  begin; set local role service_role;
  insert into mailboxes (id, user_id, email_address, provider_tenant_id, provider_account_id)
    values ('${mailboxId}', '${user.userId}', 'a@example.com', 't', 'a');
  insert into email_folders (id, user_id, mailbox_id, folder_name, display_name, provider_folder_id) values
    ('${folderId}', '${user.userId}', '${mailboxId}', 'Work', 'Work', 'p1'),
    ('00000000-0000-4000-8000-0000000000f2', '${user.userId}', '${mailboxId}', 'Bills', 'Home/Bills', 'p2');
  insert into email_processing_logs
    (user_id, mailbox_id, message_id, subject, status, reason, target_folder_id, processed_at)
    select '${user.userId}', '${mailboxId}', 'm' || n, 'Mail ' || n, 'processed', 'sorted', '${folderId}',
       timestamptz '2026-11-01' + n * interval '1 minute'
    from generate_series(1, 40) n;
  insert into usage (user_id, month, emails_processed) values ('${user.userId}', '2026-11-01', 40);
  commit`)

describe('plans and add-ons', () => {
  test('lists active plans by price', async () => {
    const { data, error } = await client
      .from('plans')
      .select('*')
      .eq('is_active', true)
      .order('price_monthly', { ascending: true })
    expect(error).toBeNull()
    expect(data?.map(({ name, price_monthly }) => [name, price_monthly])).toEqual([
      ['Free', 0],
      ['Pro', 1900],
      ['Business', 4900],
    ])
  })

  test('lists them for anonymous callers', async () => {
    const { data } = await tables.client().from('addons').select('*').eq('is_active', true)
    expect(data).toHaveLength(2)
  })
})

describe('the subscription', () => {
  test('returns PGRST116 where there is none', async () => {
    const { data, error, status } = await client
      .from('subscriptions')
      .select('*,plan:plans(*)')
      .eq('user_id', user.userId)
      .single()
    expect({ data, status, error }).toMatchObject({
      data: null,
      status: 406,
      error: {
        code: 'PGRST116',
        details: 'The result contains 0 rows',
        hint: null,
        message: 'Cannot coerce the result to a single JSON object',
      },
    })
  })

  test('inserts, reads and updates the free subscription', async () => {
    const free = (await client.from('plans').select('id').eq('name', 'Free').single()).data?.id
    const row = { user_id: user.userId, plan_id: free, status: 'active', cancel_at_period_end: false }
    const made = await client.from('subscriptions').insert([row]).select().single()
    expect(made).toMatchObject({ status: 201, error: null, data: row })
    const read = await client
      .from('subscriptions')
      .select('*,plan:plans(id,name,description,price_monthly,email_limit)')
      .eq('user_id', user.userId)
      .order('created_at', { ascending: false })
      .limit(1)
      .single()
    expect(read.data).toMatchObject({ ...row, plan: { id: free, name: 'Free', price_monthly: 0, email_limit: 100 } })
    const byColumn = await client
      .from('subscriptions')
      .select('*,plan:plan_id(*)')
      .eq('user_id', user.userId)
      .maybeSingle()
    expect(byColumn.data).toMatchObject({ plan: { name: 'Free' } })
    const updated = await client
      .from('subscriptions')
      .update({ plan_id: free, status: 'active', stripe_subscription_id: null, updated_at: testDate.toISOString() })
      .eq('id', made.data.id)
    expect(updated).toMatchObject({ status: 204, error: null, data: null })
  })
})

describe('folders', () => {
  test('lists the folders of a mailbox by name', async () => {
    const { data } = await client
      .from('email_folders')
      .select('*')
      .eq('mailbox_id', mailboxId)
      .order('folder_name', { ascending: true })
    expect(data?.map((folder) => folder.folder_name)).toEqual(['Bills', 'Work'])
  })

  test('saves switches and instructions', async () => {
    const change = {
      active: false,
      include_in_ai: false,
      include_security_email: true,
      instructions: 'Everything from "work", even 100%',
    }
    expect(await client.from('email_folders').update(change).eq('id', folderId)).toMatchObject({
      status: 204,
      error: null,
    })
    const { data } = await client.from('email_folders').select('*').eq('id', folderId).single()
    expect(data).toMatchObject(change)
  })

  test('counts folders without a body', async () => {
    const { count, data, status } = await client.from('email_folders').select('*', { count: 'exact', head: true })
    expect({ count, data, status }).toEqual({ count: 2, data: null, status: 200 })
  })
})

const logPage = (from: number, to: number) =>
  client
    .from('email_processing_logs')
    .select('*', { count: 'exact' })
    .order('processed_at', { ascending: false })
    .range(from, to)
    .eq('mailbox_id', mailboxId)

describe('the processing log', () => {
  test('returns pages with the exact count', async () => {
    const first = await logPage(0, 24)
    expect(first).toMatchObject({ count: 40, status: 206, error: null })
    expect(first.data?.[0]?.subject).toBe('Mail 40')
    expect((await logPage(25, 49)).data).toHaveLength(15)
  })

  test('finds names of target folders by id', async () => {
    const { data } = await client.from('email_folders').select('id,folder_name,display_name').in('id', [folderId])
    expect(data).toEqual([{ id: folderId, folder_name: 'Work', display_name: 'Work' }])
  })

  test('returns the usage of the month', async () => {
    const read = await client.from('usage').select('*').eq('user_id', user.userId).eq('month', '2026-11-01').single()
    expect(read.data).toEqual({ user_id: user.userId, month: '2026-11-01', emails_processed: 40 })
  })
})

describe('automated actions', () => {
  test('are inserted, ordered, switched, read with their type and deleted', async () => {
    const kinds = await client
      .from('email_actions')
      .select('id')
      .in('action_type', ['draft_reply', 'forward_mail'])
      .order('action_type')
    const [draft, forward] = kinds.data ?? []
    const rows = [
      { folder_id: folderId, action_id: draft?.id, is_active: true, action_order: 1, config: { tone: 'casual' } },
      { folder_id: folderId, action_id: forward?.id, is_active: true, action_order: 2, config: {} },
    ]
    expect(await client.from('email_folder_actions').insert(rows)).toMatchObject({ status: 201, error: null })
    const nested = await client
      .from('email_folder_actions')
      .select('*,email_actions(*)')
      .eq('folder_id', folderId)
      .order('action_order')
    expect(nested.data).toMatchObject([
      { ...rows[0], email_actions: { action_type: 'draft_reply' } },
      { ...rows[1], email_actions: { action_type: 'forward_mail' } },
    ])
    const highest = await client
      .from('email_folder_actions')
      .select('action_order')
      .eq('folder_id', folderId)
      .order('action_order', { ascending: false })
      .limit(1)
      .single()
    expect(highest.data).toEqual({ action_order: 2 })
    const id = nested.data?.[0]?.id
    expect(await client.from('email_folder_actions').update({ is_active: false }).eq('id', id)).toMatchObject({
      status: 204,
    })
    const one = await client
      .from('email_folder_actions')
      .select('*')
      .eq('folder_id', folderId)
      .eq('action_id', draft?.id)
      .maybeSingle()
    expect(one.data).toMatchObject({ id, is_active: false, config: { tone: 'casual' } })
    expect(await client.from('email_folder_actions').delete().eq('id', id)).toMatchObject({ status: 204, error: null })
    expect((await client.from('email_folder_actions').select('*').eq('id', id).maybeSingle()).data).toBeNull()
  })
})
