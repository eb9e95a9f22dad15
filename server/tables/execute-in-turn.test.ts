import { expect, test } from 'vitest'
import { tableMaxConcurrency, tableSliceBytes, executeInTurn } from './execute-in-turn.ts'

const large = () => Promise.resolve(new Response(new Uint8Array(3 * tableSliceBytes)))
const small = () => Promise.resolve(new Response('[]'))

test('large responses that a caller does not read hold up the next requests of that caller only', async () => {
  const [first, second, ...others] = await Promise.all(
    Array.from({ length: tableMaxConcurrency }, () => executeInTurn('slow', large)),
  )
  const executed: string[] = []
  const execute = (name: string) => () => {
    executed.push(name)
    return small()
  }
  const next = executeInTurn('slow', execute('next'))
  const nextButOne = executeInTurn('slow', execute('next but one'))
  await executeInTurn('other', execute('other'))
  expect(executed).toEqual(['other'])

  await first?.body?.cancel()
  expect(await (await next).text()).toBe('[]')
  expect(await (await nextButOne).text()).toBe('[]')
  const whole = await second?.arrayBuffer()
  expect(whole?.byteLength).toBe(3 * tableSliceBytes)
  for (const response of others) await response.body?.cancel()
})

test('a response that was read whole frees its slot', async () => {
  for (let i = 0; i <= tableMaxConcurrency; i++) {
    const response = await executeInTurn('reader', large)
    expect(response.headers.get('content-length')).toBe(String(3 * tableSliceBytes))
    expect((await response.arrayBuffer()).byteLength).toBe(3 * tableSliceBytes)
  }
})
