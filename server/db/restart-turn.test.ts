import { expect, test } from 'vitest'
import { createTestDatabase } from '../../test/kit/database.ts'
import { ofFile } from '../../test/kit/of-file.ts'
import { selectRows } from '../../test/kit/run-sql.ts'
import { createRestartTurn } from './restart-turn.ts'

const { server, owner, database } = await ofFile(createTestDatabase())
const never = new AbortController().signal
const turns = (where: string) =>
  selectRows(
    owner,
    `select pid from pg_locks where locktype = 'advisory' and ${where}
    and database = (select oid from pg_database where datname = '${database}')`,
  )

test('one node starts again at a time; the next one waits for its end, or for that of its connection', async () => {
  await using first = createRestartTurn()
  await using second = createRestartTurn()
  await using third = createRestartTurn()
  await first.acquire(server, never)
  const order: string[] = []
  const waiting = second.acquire(server, never).then(() => order.push('second'))
  await expect.poll(() => turns('not granted')).toHaveLength(1)
  order.push('first')
  await first.release()
  await waiting
  expect(order).toEqual(['first', 'second'])
  const last = third.acquire(server, never)
  await expect.poll(() => turns('not granted')).toHaveLength(1)
  await selectRows(
    owner,
    `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted
    and database = (select oid from pg_database where datname = '${database}')`,
  )
  await last
})

test('a node that stops waits no longer', async () => {
  await using first = createRestartTurn()
  await using second = createRestartTurn()
  await first.acquire(server, never)
  const stopped = new AbortController()
  const waiting = second.acquire(server, stopped.signal)
  await expect.poll(() => turns('not granted')).toHaveLength(1)
  stopped.abort()
  await expect(waiting).rejects.toThrow()
})
