import { describe, expect, test } from 'vitest'
import type { LogFilters } from '../../contract/functions/processing-logs.ts'
import { ProcessingLogsOutput } from '../../contract/functions/processing-logs.ts'
import { longHistory } from '../../test/kit/long-history.ts'
import { callFunction, signUp } from '../../test/kit/outlook.ts'
import { insertUserRows } from '../../test/kit/users.ts'
import { appOfFile } from '../../test/kit/start-app.ts'

const rows = 50_003

const app = await appOfFile()
const owner = await signUp(app)
const otherUser = await longHistory(app, (await insertUserRows(app.ctx.db)).id, 100)
const history = await longHistory(app, owner.userId, rows)

async function exported(filters: LogFilters) {
  const { body } = await callFunction(app, owner, 'processing-logs', { action: 'export', filters })
  const { csv, ...rest } = ProcessingLogsOutput.parse(body)
  return { ...rest, lines: csv.split('\r\n').slice(1, -1) }
}

describe('the export', () => {
  test('returns at most the newest 50,000 rows, each once, and reports that there are more', async () => {
    const { complete, rows: count, lines } = await exported({})
    expect({ complete, count }).toEqual({ complete: false, count: 50_000 })
    // Equal for the wrong place only: the comparison of two arrays takes longer than the export.
    const isNext = (line: string, n: number) => line.includes(`,Subject number ${rows - n},`)
    expect(lines.filter((line, n) => !isNext(line, n))).toEqual([])
    expect(lines).toHaveLength(50_000)
  })

  test.for<[LogFilters, number]>([
    [{ status: 'failed' }, 1000],
    [{ reason: 'poison' }, 1000],
    [{ status: 'processed', reason: 'low_confidence' }, 0],
    [{ search: 'sender 499' }, 100],
    [{ search: 'number 4999' }, 11],
    [{ search: 'SENDER7@shop' }, 100],
    [{ search: '%' }, 0],
    [{ search: '_ubject' }, 0],
    [{ from: '2026-11-01T00:01:00Z', to: '2026-11-01T01:01:00+01:00' }, 0],
    [{ from: '2026-11-01T00:01:00Z', to: '2026-11-01T00:06:00Z' }, 5],
  ])('filtered by %j returns %i rows', async ([filters, count]) => {
    const { lines, ...rest } = await exported(filters)
    expect(rest).toEqual({ complete: true, rows: count })
    expect(lines).toHaveLength(count)
  })

  test('returns no rows of other users', async () => {
    expect((await exported({ mailboxId: otherUser.mailboxId })).rows).toBe(0)
    expect((await exported({ folderId: otherUser.folderId })).rows).toBe(0)
    expect((await exported({ mailboxId: history.mailboxId, status: 'left' })).lines.length).toBeGreaterThan(0)
  })

  test.for([
    { mailboxId: 'x' },
    { status: 'lost' },
    { reason: 'because' },
    { from: 'yesterday' },
    { search: '' },
    { userId: 'x' },
    { search: 'x'.repeat(201) },
  ])('refuses %j', async (filters) => {
    const { status, body } = await callFunction(app, owner, 'processing-logs', { action: 'export', filters })
    expect(status).toBe(400)
    expect(body).toMatchObject({ error: { code: 'invalid_input' } })
  })
})
