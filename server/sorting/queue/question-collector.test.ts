import { expect, test } from 'vitest'
import { createMessageSlots } from './message-slots.ts'
import { createQuestionCollector } from './question-collector.ts'

const collecting = () => {
  const asked: string[][] = []
  const collector = createQuestionCollector(async (questions: string[]) => {
    asked.push(questions)
    return questions.map((question) => question.toUpperCase())
  })
  return { asked, collector }
}

test('answers together once every message has asked, left or failed', async () => {
  const { asked, collector } = collecting()
  const [a, b, c] = [collector.join(), collector.join(), collector.join()]
  const answers = Promise.all([a.ask('a'), b.ask('b')])
  expect(asked).toEqual([])
  c.leave()
  expect(await answers).toEqual(['A', 'B'])
  expect(asked).toEqual([['a', 'b']])
  for (const one of [a, b, c]) one.leave()
  expect(asked).toHaveLength(1)
})

test('answers a lone question immediately', async () => {
  const { asked, collector } = collecting()
  expect(await collector.join().ask('a')).toBe('A')
  expect(asked).toEqual([['a']])
})

test('fails all questions where they cannot be answered, and one without an answer', async () => {
  const failing = createQuestionCollector<string, string>(() => Promise.reject(new Error('down')))
  const [a, b] = [failing.join(), failing.join()]
  const results = await Promise.allSettled([a.ask('a'), b.ask('b')])
  expect(results).toMatchObject([{ reason: { message: 'down' } }, { reason: { message: 'down' } }])
  const short = createQuestionCollector<string, string>(async () => [])
  await expect(short.join().ask('a')).rejects.toThrow('no answer')
})

test('passes a released slot to the message that has waited longest', async () => {
  const slots = createMessageSlots(1)
  const order: number[] = []
  await slots.acquire()
  const waiting = [1, 2].map(async (n) => {
    await slots.acquire()
    order.push(n)
    slots.release()
  })
  expect(order).toEqual([])
  slots.release()
  await Promise.all(waiting)
  expect(order).toEqual([1, 2])
  await slots.acquire()
})
