import { expect, test } from 'vitest'
import { withHashSlot } from './hash-slots.ts'

/** Eighty concurrent calls, none of which ends before all have started. */
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
  const all = Array.from({ length: 80 }, () => withHashSlot(work))
  const refused = await Promise.allSettled(all.slice(66))
  open.resolve()
  await Promise.all(all.slice(0, 66))
  return { most, refused }
}

test('two run, some wait and the rest is refused immediately, repeatedly', async () => {
  for (let time = 0; time < 2; time++) {
    const { most, refused } = await flood()
    expect(most).toBe(2)
    for (const outcome of refused) expect(outcome).toMatchObject({ status: 'rejected', reason: { status: 503 } })
  }
})

test('failing work releases its slot', async () => {
  const failing = Array.from({ length: 5 }, () => withHashSlot(() => Promise.reject(new Error('no'))))
  await Promise.allSettled(failing)
  expect(await withHashSlot(async () => 'again')).toBe('again')
})
