import { describe, expect, test } from 'vitest'
import type { LogFilters } from '../../contract/functions/processing-logs.ts'
import { ProcessingLogsOutput } from '../../contract/functions/processing-logs.ts'
import { longHistory } from '../../test/kit/long-history.ts'
import { callFunction, signUp } from '../../test/kit/outlook.ts'
import { insertUserRows } from '../../test/kit/users.ts'
import { appOfFile } from '../../test/kit/start-app.ts'
import { exportLogs } from './export-logs.ts'

const rows = 5003
/** Three pages, of which the last is not full. */
const maxRows = 5000

const app = await appOfFile()
const owner = await signUp(app)
const otherUser = await longHistory(app, (await insertUserRows(app.ctx.db)).id, 100)
const history = await longHistory(app, owner.userId, rows)

async function exported(filters: LogFilters) {
  const { body } = await callFunction(app, owner, 'processing-logs', { action: 'export', filters })
  const { csv, ...rest } = ProcessingLogsOutput.parse(body)
  return { ...rest, lines: linesOf(csv) }
}

const linesOf = (csv: string): string[] => csv.split('\r\n').slice(1, -1)

describe('the export', () => {
  test('returns the newest rows up to a maximum, each once, and reports that there are more', async () => {
    const { complete, rows: count, csv } = await exportLogs(app.ctx, owner.userId, {}, maxRows)
    expect({ complete, count }).toEqual({ complete: false, count: maxRows })
    const lines = linesOf(csv)
    const isNext = (line: string, n: number) => line.includes(`,Subject number ${rows - n},`)
    expect(lines.filter((line, n) => !isNext(line, n))).toEqual([])
    expect(lines).toHaveLength(maxRows)
    expect(await exported({})).toMatchObject({ complete: true, rows })
  })

  test.for<[LogFilters, number]>([
    [{ status: 'failed' }, 100],
    [{ reason: 'poison' }, 100],
    [{ status: 'processed', reason: 'low_confidence' }, 0],
    [{ search: 'sender 499' }, 10],
    [{ search: 'number 4999' }, 1],
    [{ search: 'SENDER7@shop' }, 10],
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
