import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { insertUserRows } from '../../test/kit/users.ts'
import { ofFile } from '../../test/kit/of-file.ts'
import { startTables } from './testing/start-tables.ts'

const tables = await ofFile(startTables())
const otherUserId = (await insertUserRows(tables.db)).id
const token = tables.signIn((await insertUserRows(tables.db)).id)
await tables.asOwner(
  `create table public.bait (id integer); insert into bait values (1); grant select on bait to service_role`,
)

const attacks = [
  `'; drop table bait; --`,
  `"; drop table bait; --`,
  `1); drop table bait; --`,
  `') or true --`,
  `" or 1=1 --`,
  `\\'; delete from bait; --`,
  `$$; drop table bait; $$`,
  `x" from auth.users; --`,
  `*/ or true /*`,
  `id) from public.mailboxes; select set_config('role','service_role',true`,
  `"id"::text || (select set_config('role', 'service_role', true))`,
  `(select user_id from mailboxes)`,
  `t0"."user_id`,
  `pg_sleep(10)`,
  `{1,2}'); drop table bait; --`,
  `null or true`,
  `\u0000'; drop table bait`,
  `\uFF07; drop table bait`,
  `$1`,
  `:x`,
  `%27%3B drop table bait`,
]
const quoted = (text: string): string => `"${text.replaceAll(/["\\]/g, '\\$&')}"`

/** Every position of the grammar that accepts text of the caller. */
const positions: Record<string, (text: string) => [string, string][]> = {
  'a selected column': (text) => [['select', text]],
  'a quoted column': (text) => [['select', quoted(text)]],
  'an alias': (text) => [['select', `${quoted(text)}:id`]],
  'a cast': (text) => [['select', `id::${quoted(text)}`]],
  'a JSON key': (text) => [['select', `config->${quoted(text)}->>${quoted(text)}`]],
  'an embed': (text) => [['select', `${quoted(text)}(*)`]],
  'an embed hint': (text) => [['select', `email_folders!${quoted(text)}(*)`]],
  'an embed alias': (text) => [['select', `${quoted(text)}:email_folders(*)`]],
  'a filter key': (text) => [[text, 'eq.1']],
  'a quoted filter key': (text) => [[quoted(text), 'eq.1']],
  'a filter JSON key': (text) => [[`config->>${quoted(text)}`, 'eq.1']],
  'an operator': (text) => [['id', `${text}.1`]],
  'a value': (text) => [['config->>a', `eq.${text}`]],
  'a number': (text) => [['action_order', `eq.${text}`]],
  'an id': (text) => [['user_id', `eq.${text}`]],
  'a pattern': (text) => [['config->>a', `like.${text}`]],
  'a list': (text) => [['config->>a', `in.(${quoted(text)},${text})`]],
  'an array': (text) => [['config->>a', `eq(any).${text}`]],
  'a state': (text) => [['is_active', `is.${text}`]],
  'a language': (text) => [['config->>a', `fts(${quoted(text)}).x`]],
  'a search': (text) => [['config->>a', `wfts(simple).${text}`]],
  'a tree': (text) => [['or', `(${text},action_order.eq.1)`]],
  'a value in a tree': (text) => [['or', `(config->>a.eq.${quoted(text)})`]],
  'an order': (text) => [['order', text]],
  'a quoted order': (text) => [['order', `${quoted(text)}.desc`]],
  'an order by an embed': (text) => [
    ['select', `email_folders(*)`],
    ['order', `email_folders(${quoted(text)})`],
  ],
  'a limit': (text) => [['limit', text]],
  'an offset': (text) => [['offset', text]],
  'a path': (text) => [[`${quoted(text)}.x`, 'eq.1']],
}

const unharmed = () =>
  tables.db.asService(async (tx) => {
    const { rows } = await sql<{ bait: number; people: number }>`
      select (select count(*) from bait) as bait, (select count(*) from mailboxes) as people`.execute(tx)
    return rows[0]
  })

test.each(Object.keys(positions))('treats %s as text', async (position) => {
  for (const [n, attack] of attacks.entries()) {
    const path = `/email_folder_actions?${new URLSearchParams(positions[position]?.(attack) ?? [])}`
    // Both read the query in the same way.
    for (const method of n % 5 === 0 ? ['GET', 'DELETE'] : ['GET']) {
      const response = await tables.request(path, {
        method,
        headers: { authorization: `Bearer ${token}`, prefer: 'tx=rollback, return=representation' },
      })
      const body = await response.text()
      expect(response.status, `${method} ${path}: ${body}`).toBeLessThan(500)
      expect(body).not.toContain(otherUserId)
    }
  }
  expect(await unharmed()).toEqual({ bait: 1, people: 2 })
})

test.each(attacks)('treats table, columns, on_conflict, preference and body as text: %s', async (attack) => {
  const headers = { authorization: `Bearer ${token}` }
  const tries: [string, string, unknown, Record<string, string>][] = [
    ['GET', `/${encodeURIComponent(attack)}`, undefined, {}],
    ['POST', `/email_folder_actions?columns=${encodeURIComponent(quoted(attack))}`, {}, {}],
    [
      'POST',
      `/email_folder_actions?on_conflict=${encodeURIComponent(quoted(attack))}`,
      { config: {} },
      { prefer: 'resolution=merge-duplicates' },
    ],
    ['POST', '/email_folder_actions', { [attack]: attack }, {}],
    ['POST', '/email_folder_actions', { folder_id: attack, config: attack }, {}],
    ['PATCH', '/email_folder_actions?is_active=is.true', { config: { [attack]: attack } }, {}],
    [
      'GET',
      '/email_folder_actions',
      undefined,
      { prefer: `timezone=${encodeURIComponent(attack)}`, range: encodeURIComponent(attack), accept: '*/*' },
    ],
  ]
  for (const [method, path, body, more] of tries) {
    const response = await tables.request(path, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      headers: { ...headers, ...more },
    })
    expect(response.status, `${method} ${path}`).toBeLessThan(500)
  }
  expect(await unharmed()).toEqual({ bait: 1, people: 2 })
})
