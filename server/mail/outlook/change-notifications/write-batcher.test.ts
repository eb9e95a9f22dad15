import { expect, test } from 'vitest'
import { createWriteBatcher } from './write-batcher.ts'

/** A write that the test completes. */
function slowWriter() {
  const batches: { parts: number[]; end: (error?: Error) => void }[] = []
  const write = (parts: number[]): Promise<void> =>
    new Promise((resolve, reject) => {
      batches.push({ parts, end: (error) => (error ? reject(error) : resolve()) })
    })
  return { batches, write }
}
const turn = () => new Promise((resolve) => setImmediate(resolve))

test('writes one item immediately, and items that arrive meanwhile in the next batch', async () => {
  const { batches, write } = slowWriter()
  const add = createWriteBatcher(write, { maxInFlight: 2 })
  const [first, second] = [add(1), add(2)]
  const others = [add(3), add(4)]
  expect(batches.map(({ parts }) => parts)).toEqual([[1], [2]])
  batches[1]?.end()
  await second
  await turn()
  expect(batches.map(({ parts }) => parts)).toEqual([[1], [2], [3, 4]])
  batches[2]?.end()
  await Promise.all(others)
  const last = add(5)
  expect(batches.at(-1)?.parts).toEqual([5])
  for (const { end } of batches) end()
  await Promise.all([first, last])
})

test('resolves only once the batch is written, and rejects all items of a failed batch', async () => {
  const { batches, write } = slowWriter()
  const add = createWriteBatcher(write, { maxInFlight: 1 })
  const first = add(1)
  const ends = Promise.allSettled([add(2), add(3)])
  const after = turn().then(() => add(4))
  batches[0]?.end()
  await first
  await turn()
  batches[1]?.end(new Error('refused'))
  expect((await ends).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await turn()
  batches[2]?.end()
  await after
})

test('limits the size of a batch', async () => {
  const sizes: number[] = []
  const write = async (parts: number[]): Promise<void> => {
    sizes.push(parts.length)
    await turn()
  }
  const add = createWriteBatcher(write, { maxItems: 10, maxInFlight: 1 })
  await Promise.all(Array.from({ length: 25 }, (_, index) => add(index)))
  expect(sizes).toEqual([1, 10, 10, 4])
})
