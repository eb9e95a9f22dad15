import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { ofFile } from '../../../test/kit/of-file.ts'
import {
  actionConfigs,
  defaultActionConfigs,
  isUsableAction,
  type UsableActionType,
} from '../../../contract/actions.ts'
import { createTestDatabase } from '../../../test/kit/database.ts'
import { insertUserRows, outcome } from '../../../test/kit/users.ts'
import { openDatabase } from '../../db/database.ts'
import { anyCharacter } from '../../../test/kit/any-character.ts'

/**
 * The page and the functions validate with `contract/actions.ts`; writes through `/rest/v1` meet only the database's
 * check. Both must agree.
 */
const database = await ofFile(createTestDatabase())
const db = await ofFile(openDatabase({ connection: database.server, onError: () => undefined }))
const user = await insertUserRows(db)
await db.asService((tx) => sql`delete from public.email_folder_actions`.execute(tx))

const types = Object.keys(actionConfigs).filter(isUsableAction)
const databaseTakes = async (type: string, config: object): Promise<boolean> =>
  (await outcome(
    db,
    user.claims,
    `insert into email_folder_actions (folder_id, action_id, is_active, action_order, config)
     select '${user.folderId}', id, true, 2, '${JSON.stringify(config).replaceAll("'", "''")}'
     from email_actions where action_type = '${type}'`,
  )) === 1

test('contract and database know the same actions and fields', async () => {
  const { rows } = await db.asService((tx) =>
    sql<{ type: string; keys: string[] }>`
      select action_type as type, json_agg(key order by key) as keys
      from app.action_config_keys group by action_type`.execute(tx),
  )
  expect(Object.fromEntries(rows.map(({ type, keys }) => [type, keys]))).toEqual(
    Object.fromEntries(
      types
        .map((type): [string, string[]] => [type, Object.keys(actionConfigs[type].shape).toSorted()])
        .filter(([, keys]) => keys.length > 0),
    ),
  )
})

test('the defaults of each action can be stored', async () => {
  for (const type of types) expect(await databaseTakes(type, defaultActionConfigs[type]), type).toBe(true)
})

/** Only the contract restricts texts further; everything else must be judged alike. */
const closed = [
  ['draft_reply', 'tone'],
  ['draft_reply', 'responseLength'],
  ['draft_reply', 'dataSource'],
  ['draft_reply', 'includeGreeting'],
  ['draft_reply', 'maxFiles'],
  ['draft_reply', 'maxContextLength'],
  ['ai_agent_action', 'maxConnections'],
  ['ai_agent_action', 'maxContextLength'],
  ['store_attachment_onedrive', 'provider'],
  ['store_attachment_dropbox', 'preserveOriginalNames'],
] as const satisfies [UsableActionType, string][]
const someValue = fc.oneof(
  fc.constantFrom<unknown>(
    'formal',
    'casual',
    'Formal',
    'concise',
    'all',
    'onedrive',
    'dropbox',
    '',
    true,
    false,
    null,
  ),
  fc.constantFrom<unknown>(0, 1, 5, 6, 499, 500, 501, 750, 1000, 3000, 3250, 10_000, 10_001, 2.5, -1, '3'),
  fc.integer({ min: 0, max: 12_000 }),
  fc.array(fc.boolean(), { maxLength: 2 }),
)

test('contract and database agree on choices, switches and numbers', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...closed), someValue, async ([type, key], value) => {
      const config = { [key]: value }
      expect(await databaseTakes(type, config)).toBe(actionConfigs[type].safeParse(config).success)
    }),
  )
})

const someText = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 60 }),
  fc.string({ unit: fc.constantFrom('a', 'é', '🙂', '/', '.', ' ', '\\', '\n', "'", '"'), maxLength: 40 }),
  fc.string({ unit: fc.constantFrom('a', 'B', '1', '@', '.', '-', '_', '+', "'", ',', ' '), maxLength: 20 }),
  fc.emailAddress(),
)

test('the database stores every text that the contract accepts', async () => {
  const fields = types.flatMap((type) => Object.keys(actionConfigs[type].shape).map((key) => ({ type, key })))
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...fields), someText, async ({ type, key }, text) => {
      const read = actionConfigs[type].safeParse({ [key]: text })
      if (read.success) expect(await databaseTakes(type, read.data)).toBe(true)
    }),
    { numRuns: 300 },
  )
  const longest = '語'.repeat(4000)
  const { success, data } = actionConfigs.draft_reply.safeParse({
    instructions: longest,
    fileContextInstructions: longest,
  })
  expect(success && (await databaseTakes('draft_reply', data))).toBe(true)
})
