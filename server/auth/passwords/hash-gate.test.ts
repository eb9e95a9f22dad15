import { expect, test } from 'vitest'
import { throughHashGate } from './hash-gate.ts'

test('two work at once, some wait, the rest is refused at once, and afterwards all is well again', async () => {
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
  const refused = Promise.allSettled(all.slice(66))
  for (const outcome of await refused) expect(outcome).toMatchObject({ status: 'rejected', reason: { status: 503 } })
  open.resolve()
  await Promise.all(all.slice(0, 66))
  expect(most).toBe(2)
  expect(await throughHashGate(async () => 'again')).toBe('again')
})

test('a place is given back also by work that fails', async () => {
  const failing = Array.from({ length: 5 }, () => throughHashGate(() => Promise.reject(new Error('no'))))
  await Promise.allSettled(failing)
  expect(await throughHashGate(async () => 'again')).toBe('again')
})
