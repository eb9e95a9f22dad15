import { QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { isAnswered } from './is-answered.ts'
import { createQueryClient } from './query-client.ts'

/** A query in use whose reads end when the test says so. */
function startQuery() {
  const client = createQueryClient()
  const reads: PromiseWithResolvers<string>[] = []
  const observer = new QueryObserver(client, {
    queryKey: ['logs', 'pages'],
    retry: false,
    queryFn: () => {
      const read = Promise.withResolvers<string>()
      reads.push(read)
      return read.promise
    },
  })
  observer.subscribe(() => undefined)
  const result = () => observer.getCurrentResult()
  return { client, reads, result, shown: () => result().data }
}

test('reads again what has changed during the first read', async () => {
  const { client, reads, shown } = startQuery()
  void client.invalidateQueries({ queryKey: ['logs'] })
  void client.invalidateQueries()
  reads[0]?.resolve('before the change')
  await expect.poll(shown).toBe('before the change')
  await expect.poll(() => reads.length).toBe(2)
  reads[1]?.resolve('after the change')
  await expect.poll(shown).toBe('after the change')
  expect(reads).toHaveLength(2)
})

test('reads once without a change, after a change of other data, and where the query polls', async () => {
  const { client, reads, shown } = startQuery()
  void client.invalidateQueries({ queryKey: ['folders'] })
  void client.invalidateQueries({ queryKey: ['logs'], refetchType: 'none' })
  reads[0]?.resolve('once')
  await expect.poll(shown).toBe('once')
  expect(client.isFetching()).toBe(0)
  expect(reads).toHaveLength(1)
})

test('reads once after a failure that was followed by a change', async () => {
  const { client, reads, shown } = startQuery()
  void client.invalidateQueries()
  reads[0]?.reject(new Error('Not today.'))
  await expect.poll(() => client.isFetching()).toBe(0)
  void client.invalidateQueries()
  reads[1]?.resolve('read')
  await expect.poll(shown).toBe('read')
  expect(reads).toHaveLength(2)
})

test('stays answered while a failed query is read again, so that the page keeps what the user types', async () => {
  const { client, reads, result } = startQuery()
  expect(isAnswered(result())).toBe(false)
  reads[0]?.reject(new Error('Not today.'))
  await expect.poll(() => isAnswered(result())).toBe(true)
  void client.invalidateQueries()
  await expect.poll(() => reads.length).toBe(2)
  expect([result().isPending, isAnswered(result())]).toEqual([true, true])
})
