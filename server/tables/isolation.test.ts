import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { insertUserRows } from '../../test/kit/users.ts'
import { readCatalogue } from './catalogue/read-catalogue.ts'
import { buildSchemaCache, type Relationship } from './catalogue/schema-cache.ts'
import { ofFile } from '../../test/kit/of-file.ts'
import { startTables } from './testing/start-tables.ts'

const tables = await ofFile(startTables())
const alice = await insertUserRows(tables.db)
const bob = await insertUserRows(tables.db)
const bobs = tables.signIn(bob.id)
const plans = await tables.client().from('plans').select('id,name')
const freePlan = plans.data?.find(({ name }) => name === 'Free')?.id
const paidPlan = plans.data?.find(({ name }) => name === 'Pro')?.id

/** All rows of all tables, to compare before and after. */
const everything = () =>
  tables.db.asService(async (tx) => {
    const rows = exposed.map((table) => `select s::text t from ${table} s`).join(' union all ')
    const state = await sql<{ state: string }>`select md5(string_agg(t, '')) as state from (
      ${sql.raw(rows)} order by 1) rows`.execute(tx)
    return state.rows[0]?.state
  })

const send = (token: string | null, method: string, path: string, body?: unknown, prefer = '') =>
  tables.request(path, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    headers: { prefer, ...(token === null ? {} : { authorization: `Bearer ${token}` }) },
  })

/** How a request names a relationship without ambiguity. */
function embeddingOf({ from, to, constraint, columns, hasForeignKey, junction }: Relationship): string {
  const [own, other] = columns[0] ?? []
  // The name of its foreign key does not say the direction of a self-reference.
  if (from === to) return hasForeignKey ? `${own}` : `${to}!${other}`
  return hasForeignKey ? constraint : `${to}!${junction?.table ?? constraint}`
}

/** Verbs that a user has on the own rows of each table of the API; on the rows of other users: none. */
const ownVerbs: Record<string, string> = {
  addons: 'select',
  email_action_runs: 'select',
  email_actions: 'select',
  email_folder_actions: 'delete insert select update',
  email_folders: 'select update',
  email_processing_logs: 'select',
  mailboxes: 'select',
  notifications: 'select',
  plans: 'select',
  subscription_addons: 'select',
  subscriptions: 'insert select update',
  usage: 'select',
}
const exposed = Object.keys(ownVerbs)
const shared = ['addons', 'email_actions', 'plans']
const personal = exposed.filter((table) => !shared.includes(table))
const readOnly = exposed.filter((table) => ownVerbs[table] === 'select')

test('every table of the API is listed here, with the verbs that its grants allow', async () => {
  const { rows } = await tables.db.asService((tx) =>
    sql<{ table: string; verbs: string; isPersonal: boolean }>`
      select c.relname as table,
        concat_ws(' ', case when has_table_privilege('authenticated', c.oid, 'delete') then 'delete' end,
          case when has_any_column_privilege('authenticated', c.oid, 'insert') then 'insert' end,
          case when has_any_column_privilege('authenticated', c.oid, 'select') then 'select' end,
          case when has_any_column_privilege('authenticated', c.oid, 'update') then 'update' end) as verbs,
        exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'user_id') as "isPersonal"
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v')`.execute(tx),
  )
  expect(Object.fromEntries(rows.map(({ table, verbs }) => [table, verbs]))).toEqual(ownVerbs)
  const of = rows.filter(({ isPersonal }) => isPersonal).map(({ table }) => table)
  expect(of.sort()).toEqual(personal)
})

describe.each(personal)('%s of another user', (table) => {
  test.each([
    `user_id=eq.ALICE`,
    `user_id=neq.BOB`,
    `user_id=in.(ALICE,BOB)&user_id=not.eq.BOB`,
    `or=(user_id.eq.ALICE,user_id.is.null)`,
    `not.and=(user_id.eq.BOB)`,
    `user_id=isdistinct.BOB`,
  ])('are not found with the filter %s', async (filter) => {
    const query = filter.replaceAll('ALICE', alice.id).replaceAll('BOB', bob.id)
    for (const count of ['exact', 'planned', 'estimated']) {
      const response = await send(bobs, 'GET', `/${table}?${query}`, undefined, `count=${count}`)
      expect([response.status, response.headers.get('content-range'), await response.json()]).toEqual([200, '*/0', []])
    }
  })

  test('are not among the rows that the user reads, whose own ones are', async () => {
    const text = await (await send(bobs, 'GET', `/${table}`)).text()
    expect([text.includes(bob.id), text.includes(alice.id)]).toEqual([true, false])
  })

  test('cannot be changed or deleted', async () => {
    const before = await everything()
    for (const prefer of ['', 'return=representation', 'return=headers-only,count=exact']) {
      const removed = await send(bobs, 'DELETE', `/${table}?user_id=eq.${alice.id}`, undefined, prefer)
      expect([200, 204, 403]).toContain(removed.status)
      expect(await removed.text()).not.toContain(alice.id)
      const changed = await send(bobs, 'PATCH', `/${table}?user_id=eq.${alice.id}`, { user_id: bob.id }, prefer)
      expect([changed.status, await changed.json()]).toMatchObject([403, { code: '42501' }])
    }
    expect(await everything()).toBe(before)
  })

  test('cannot be replaced by an upsert', async () => {
    const before = await everything()
    for (const prefer of ['resolution=merge-duplicates', 'resolution=ignore-duplicates', 'tx=rollback'])
      expect((await send(bobs, 'POST', `/${table}`, { user_id: alice.id }, prefer)).status).toBe(403)
    expect(await everything()).toBe(before)
  })

  test('are invisible to anonymous callers, who get 401', async () => {
    for (const method of ['GET', 'HEAD', 'DELETE']) {
      const response = await send(null, method, `/${table}?user_id=eq.${alice.id}`)
      expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
    }
    expect((await send(null, 'PATCH', `/${table}?user_id=eq.${alice.id}`, { user_id: bob.id })).status).toBe(401)
    expect((await send(null, 'POST', `/${table}`, { user_id: alice.id })).status).toBe(401)
  })
})

test.each(readOnly)('%s is read-only', async (table) => {
  const before = await everything()
  const column = table === 'usage' ? 'user_id' : 'id'
  for (const token of [null, bobs]) {
    const refused = token === null ? 401 : 403
    expect((await send(token, 'POST', `/${table}`, { [column]: bob.id })).status).toBe(refused)
    expect((await send(token, 'POST', `/${table}`, { [column]: bob.id }, 'resolution=merge-duplicates')).status).toBe(
      refused,
    )
    expect((await send(token, 'PATCH', `/${table}?${column}=not.is.null`, { [column]: bob.id })).status).toBe(refused)
    expect((await send(token, 'DELETE', `/${table}?${column}=not.is.null`)).status).toBe(refused)
  }
  expect(await everything()).toBe(before)
})

describe('embeds', () => {
  test('of every relationship return, count and reveal only rows of the caller', async () => {
    const { relationships } = buildSchemaCache(await tables.db.asService(readCatalogue))
    const named = relationships.map((each) => ({ ...each, select: embeddingOf(each) }))
    const toPersonal = named.filter(({ to }) => personal.includes(to))
    expect(new Set(toPersonal.map(({ to }) => to)).size).toBeGreaterThan(6)
    for (const { from, select } of toPersonal) {
      const all = await send(bobs, 'GET', `/${from}?select=embedded:${select}(user_id)`)
      expect([select, all.status, (await all.text()).includes(alice.id)]).toEqual([select, 200, false])
      for (const join of ['!inner', '!left']) {
        const filtered = `/${from}?select=embedded:${select}${join}(user_id)&embedded.user_id=eq.${alice.id}`
        const path = `${filtered}&embedded=not.is.null`
        const response = await send(bobs, 'GET', path, undefined, 'count=exact')
        expect([path, response.headers.get('content-range'), await response.json()]).toEqual([path, '*/0', []])
      }
      const anonymous = await send(null, 'GET', `/${from}?select=embedded:${select}(user_id)`)
      expect([select, anonymous.status]).toEqual([select, 401])
      for (const outer of named.filter(({ to }) => to === from)) {
        const path = `/${outer.from}?select=outer:${outer.select}(inner:${select}(user_id))`
        const response = await send(bobs, 'GET', path)
        expect([path, response.status, (await response.text()).includes(alice.id)]).toEqual([path, 200, false])
      }
    }
  })

  test.each([
    'mailboxes?select=id,user_id,email_folders(user_id,email_folder_actions(user_id)),email_processing_logs(user_id)',
    'plans?select=name,subscriptions(user_id,subscription_addons(user_id))',
  ])('%s returns the rows of the caller', async (path) => {
    const response = await send(bobs, 'GET', `/${path}`)
    expect([response.status, (await response.text()).includes(bob.id)]).toEqual([200, true])
  })

  test('do not reveal whether rows exist or how many', async () => {
    const inner = await send(
      bobs,
      'GET',
      `/plans?select=name,subscriptions!inner()&subscriptions.user_id=eq.${alice.id}`,
      undefined,
      'count=exact',
    )
    expect([inner.headers.get('content-range'), await inner.json()]).toEqual(['*/0', []])
    const anon = await send(null, 'GET', '/plans?select=name,subscriptions(user_id)')
    expect([anon.status, await anon.json()]).toMatchObject([401, { code: '42501' }])
    const response = await send(
      bobs,
      'GET',
      '/email_actions?select=id,email_folder_actions()&email_folder_actions=not.is.null' +
        `&email_folder_actions.user_id=eq.${alice.id}`,
    )
    expect(await response.json()).toEqual([])
  })

  test('cannot reach accounts, sealed tokens and the job queue', async () => {
    for (const table of [
      'users',
      'sessions',
      'mailbox_tokens',
      'oauth_states',
      'graph_subscriptions',
      'auth.users',
      'app.mailbox_tokens',
      'pg_roles',
      'job',
    ]) {
      for (const token of [bobs, tables.serviceKey]) expect((await send(token, 'GET', `/${table}`)).status).toBe(404)
    }
    expect((await send(bobs, 'GET', '/subscriptions?select=users(*)')).status).toBe(400)
  })
})

describe('subscriptions', () => {
  const row = { status: 'active', cancel_at_period_end: false }

  test('refuse a paid plan, another status, the id of another user and a second row', async () => {
    const carol = await tables.addUser()
    const free = { ...row, user_id: carol.userId, plan_id: freePlan }
    const tries: [unknown, number, string][] = [
      [{ ...free, plan_id: paidPlan }, 403, '42501'],
      [{ ...free, status: 'trialing' }, 403, '42501'],
      [{ ...free, cancel_at_period_end: true }, 403, '42501'],
      [{ ...free, user_id: alice.id }, 403, '42501'],
      [{ ...free, stripe_customer_id: 'cus_1' }, 403, '42501'],
      [{ ...free, current_period_end: '2030-01-01' }, 403, '42501'],
      [{ ...free, created_at: '2020-01-01' }, 403, '42501'],
      [[free, { ...free, plan_id: paidPlan }], 403, '42501'],
    ]
    for (const [body, status, code] of tries) {
      for (const prefer of [
        'return=representation',
        'resolution=merge-duplicates',
        'resolution=ignore-duplicates',
        'tx=rollback',
      ]) {
        const response = await send(carol.token, 'POST', '/subscriptions?on_conflict=user_id', body, prefer)
        expect([response.status, await response.json()]).toMatchObject([status, { code }])
      }
    }
    expect((await send(carol.token, 'POST', '/subscriptions', free)).status).toBe(201)
    const second = await send(carol.token, 'POST', '/subscriptions', free)
    expect([second.status, await second.json()]).toMatchObject([409, { code: '23505' }])
  })

  test('accept only an update to the free plan, and no update of a paid subscription', async () => {
    const own = `/subscriptions?user_id=eq.${bob.id}`
    for (const change of [{ plan_id: paidPlan }, { status: 'canceled' }, { stripe_subscription_id: 'sub_1' }]) {
      expect((await send(bobs, 'PATCH', own, change)).status).toBe(403)
    }
    for (const change of [
      { cancel_at_period_end: true },
      { stripe_customer_id: 'cus_2' },
      { current_period_end: null },
      { user_id: alice.id },
      { id: alice.id },
    ]) {
      expect((await send(bobs, 'PATCH', own, change)).status).toBe(403)
    }
    expect((await send(bobs, 'DELETE', own)).status).toBe(403)
    expect(
      (await send(bobs, 'PATCH', own, { plan_id: freePlan, status: 'active', updated_at: '2030-01-01' })).status,
    ).toBe(204)

    await tables.asOwner(
      `begin; set local role service_role; 
       update subscriptions set plan_id = '${paidPlan}', stripe_subscription_id = 'sub_bob'
       where user_id = '${bob.id}'; commit`,
    )
    const paid = await send(
      bobs,
      'PATCH',
      own,
      { plan_id: freePlan, status: 'active', stripe_subscription_id: null },
      'return=representation',
    )
    expect([paid.status, await paid.json()]).toMatchObject([403, { code: '42501' }])
  })
})

describe('folders and their actions', () => {
  test('only the switches and instructions of a folder are writable', async () => {
    const own = `/email_folders?id=eq.${bob.folderId}`
    const allowed = { active: false, include_in_ai: false, include_security_email: true, instructions: 'x' }
    expect((await send(bobs, 'PATCH', own, allowed)).status).toBe(204)
    for (const change of [
      { folder_name: 'x' },
      { mailbox_id: alice.mailboxId },
      { user_id: alice.id },
      { is_custom: true },
      { provider_folder_id: null },
      { ...allowed, id: alice.folderId },
    ]) {
      const response = await send(bobs, 'PATCH', own, change)
      expect([response.status, await response.json()]).toMatchObject([403, { code: '42501' }])
    }
    expect((await send(bobs, 'POST', '/email_folders', { mailbox_id: bob.mailboxId, folder_name: 'x' })).status).toBe(
      403,
    )
    expect((await send(bobs, 'DELETE', own)).status).toBe(403)
    const foreign = await send(
      bobs,
      'PATCH',
      `/email_folders?id=eq.${alice.folderId}`,
      allowed,
      'return=representation,count=exact',
    )
    expect([foreign.headers.get('content-range'), await foreign.json()]).toEqual(['*/0', []])
  })

  test('an action belongs to a folder of the caller and cannot be moved', async () => {
    const kind = (
      await tables.client(bobs).from('email_actions').select('id').eq('action_type', 'forward_mail').single()
    ).data?.id
    const row = { action_id: kind, is_active: true, action_order: 2, config: {} }
    const before = await everything()
    for (const prefer of ['', 'return=representation', 'resolution=merge-duplicates', 'resolution=ignore-duplicates']) {
      for (const body of [
        { ...row, folder_id: alice.folderId },
        [
          { ...row, folder_id: bob.folderId },
          { ...row, folder_id: alice.folderId },
        ],
      ]) {
        const response = await send(bobs, 'POST', '/email_folder_actions?on_conflict=folder_id,action_id', body, prefer)
        expect([response.status, await response.json()]).toMatchObject([403, { code: '42501' }])
      }
    }
    // A missing folder and one of another user give the same response.
    const nowhere = await send(bobs, 'POST', '/email_folder_actions', {
      ...row,
      folder_id: '00000000-0000-4000-8000-000000000000',
    })
    expect([nowhere.status, await nowhere.json()]).toMatchObject([403, { code: '42501' }])
    expect(
      (await send(bobs, 'POST', '/email_folder_actions', { ...row, folder_id: bob.folderId, user_id: alice.id }))
        .status,
    ).toBe(403)
    expect(
      (await send(bobs, 'PATCH', `/email_folder_actions?user_id=eq.${bob.id}`, { folder_id: alice.folderId })).status,
    ).toBe(403)
    expect(await everything()).toBe(before)
    expect((await send(bobs, 'POST', '/email_folder_actions', { ...row, folder_id: bob.folderId })).status).toBe(201)
  })
})

test('of the tables without user data anonymous callers read what is sold, and nothing else', async () => {
  for (const table of shared) {
    const response = await send(null, 'GET', `/${table}?select=id`)
    expect([table, response.status]).toEqual([table, table === 'email_actions' ? 401 : 200])
  }
})

test('the service role key reads the rows of all users', async () => {
  const { data } = await tables.client(tables.serviceKey).from('mailboxes').select('user_id')
  expect(data?.map((row) => row.user_id).sort()).toEqual([alice.id, bob.id].sort())
})
