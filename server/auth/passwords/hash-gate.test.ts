import { expect, test } from 'vitest'
import { throughHashGate } from './hash-gate.ts'

/** Eighty at once, of which none ends before all have come. */
async function flood(): Promise<{ most: number; refused: PromiseSettledResult<unknown>[] }> {
  let working = 0
  let most = 0
  const open = Promise.withResolvers<void>()
  const work = async (): Promise<void> => {
    working += 1
    most = Math.max(most, working)
    await open.promise
    working -= 1
  }
  const all = Array.from({ length: 80 }, () => throughHashGate(work))
  const refused = await Promise.allSettled(all.slice(66))
  open.resolve()
  await Promise.all(all.slice(0, 66))
  return { most, refused }
}

test('two work at once, some wait, the rest is refused at once; and the next time as well', async () => {
  for (let time = 0; time < 2; time++) {
    const { most, refused } = await flood()
    expect(most).toBe(2)
    for (const outcome of refused) expect(outcome).toMatchObject({ status: 'rejected', reason: { status: 503 } })
  }
})

test('a place is given back also by work that fails', async () => {
  const failing = Array.from({ length: 5 }, () => throughHashGate(() => Promise.reject(new Error('no'))))
  await Promise.allSettled(failing)
  expect(await throughHashGate(async () => 'again')).toBe('again')
})
