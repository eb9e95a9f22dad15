import { afterAll, describe, expect, test } from 'vitest'
import { Client } from 'pg'
import { createTestDatabase } from '../../test/kit/database.ts'
import { ofFile } from '../../test/kit/of-file.ts'
import { dataSources, responseLengths, tones } from '../../contract/actions.ts'
import {
  conditionValueMaxLength,
  defaultMailboxName,
  defaultPlanName,
  folderNameMaxLength,
  instructionsMaxLength,
  mailboxNameMaxLength,
  maxEvidence,
  maxFilesRange,
  maxConnectionsRange,
  draftContextRange,
  agentContextRange,
  actionTextMaxLength,
  folderPathMaxLength,
  factorNameMaxLength,
} from '../../contract/limits.ts'
import { storedExplanationMaxLength } from '../sorting/limits.ts'
import { jobRetryLimit } from '../jobs/boss.ts'
import { storedAddressMaxLength } from '../sorting/log/truncate-log-entry.ts'
import { userAgentMaxLength } from '../limits.ts'
import { queues } from '../jobs/queues.ts'

/** SQL cannot import constants: its defaults, checks and seeds must equal the values in the limits files. */
const testDatabase = await ofFile(createTestDatabase())
const client = new Client(testDatabase.owner)
await client.connect()
afterAll(() => client.end())

async function rowsOf(sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  return (await client.query<Record<string, unknown>>(sql, values)).rows
}

async function defaultOf(table: string, column: string): Promise<unknown> {
  const [row] = await rowsOf(
    `select format('(%s)::%s', pg_get_expr(d.adbin, d.adrelid), a.atttypid::regtype) as expression from pg_attrdef d
     join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
     where d.adrelid = $1::regclass and a.attname = $2`,
    [table, column],
  )
  const [value] = await rowsOf(`select ${String(row?.['expression'])} as value`)
  return value?.['value']
}

/** The upper bound of `length(column)` or `jsonb_array_length(column)` in the table's check constraints. */
async function upperBoundOf(table: string, column: string): Promise<number | undefined> {
  const constraints = await rowsOf(
    `select pg_get_constraintdef(oid) as definition from pg_constraint where conrelid = $1::regclass and contype = 'c'`,
    [table],
  )
  const bound = new RegExp(String.raw`length\(${column}\) <= (\d+)`)
  const found = constraints.flatMap(({ definition }) => bound.exec(String(definition))?.[1] ?? [])
  return found.length === 1 ? Number(found[0]) : undefined
}

describe('column defaults', () => {
  test.each([
    ['mailboxes', 'confidence_threshold', 0.6],
    ['mailboxes', 'name', defaultMailboxName],
  ])('%s.%s', async (table, column, value) => {
    expect(await defaultOf(table, column)).toBe(value)
  })
})

describe('length checks', () => {
  test.each([
    ['mailboxes', 'name', mailboxNameMaxLength],
    ['email_folders', 'folder_name', folderNameMaxLength],
    ['email_folders', 'instructions', instructionsMaxLength],
    ['app.instruction_proposals', 'instructions', instructionsMaxLength],
    ['app.folder_conditions', 'value', conditionValueMaxLength],
    ['email_processing_logs', 'evidence', maxEvidence],
    ['email_processing_logs', 'explanation', storedExplanationMaxLength],
    ['app.known_people', 'address', storedAddressMaxLength],
    ['auth.mfa_factors', 'friendly_name', factorNameMaxLength],
    ['auth.audit_log_entries', 'user_agent', userAgentMaxLength],
  ])('%s.%s', async (table, column, bound) => {
    expect(await upperBoundOf(table, column)).toBe(bound)
  })
})

describe('the configuration of actions', () => {
  test.each([
    ['draft_reply', 'maxFiles', maxFilesRange],
    ['draft_reply', 'maxContextLength', draftContextRange],
    ['ai_agent_action', 'maxConnections', maxConnectionsRange],
    ['ai_agent_action', 'maxContextLength', agentContextRange],
  ])('%s.%s has the range of the contract', async (type, key, range) => {
    const rows = await rowsOf(
      'select lowest as min, highest as max, step from app.action_config_keys where action_type = $1 and key = $2',
      [type, key],
    )
    expect(rows).toEqual([range])
  })

  test.each([
    ['tone', tones],
    ['responseLength', responseLengths],
    ['dataSource', dataSources],
  ])('draft_reply.%s has the choices of the contract', async (key, choices) => {
    const [row] = await rowsOf(
      `select choices from app.action_config_keys where action_type = 'draft_reply' and key = $1`,
      [key],
    )
    expect(row?.['choices']).toEqual([...choices])
  })

  test('text and path have the lengths of the contract', async () => {
    const [row] = await rowsOf(`select pg_get_functiondef('app.check_action_config'::regproc) as definition`)
    const bound = (kind: string): number =>
      Number(new RegExp(String.raw`when '${kind}'[^<]*<= (\d+)`).exec(String(row?.['definition']))?.[1])
    expect(bound('text')).toBe(actionTextMaxLength)
    expect(bound('path')).toBeGreaterThanOrEqual(folderPathMaxLength)
  })
})

describe('the seed', () => {
  test('contains the initial plans and add-ons', async () => {
    const prices = 'name, price_monthly, email_limit'
    expect(await rowsOf(`select ${prices} from plans order by price_monthly`)).toEqual([
      { name: defaultPlanName, price_monthly: 0, email_limit: 100 },
      { name: 'Pro', price_monthly: 1900, email_limit: 5000 },
      { name: 'Business', price_monthly: 4900, email_limit: 25_000 },
    ])
    expect(await rowsOf(`select ${prices} from addons order by price_monthly`)).toEqual([
      { name: '1,000 more emails', price_monthly: 500, email_limit: 1000 },
      { name: '2,500 more emails', price_monthly: 900, email_limit: 2500 },
    ])
  })

  test('gives users without a subscription the limit of the free plan', async () => {
    const [row] = await rowsOf('select app.email_limit_total(gen_random_uuid()) as total')
    expect(row?.['total']).toBe(100)
  })
})

test('all queues have the retry limit of the settings', async () => {
  const names = Object.keys(queues)
  const rows = await rowsOf('select name, retry_limit from pgboss.queue where name = any($1)', [names])
  expect(new Set(rows.map(({ name }) => name))).toEqual(new Set(names))
  expect(new Set(rows.map(({ retry_limit }) => retry_limit))).toEqual(new Set([jobRetryLimit]))
})
