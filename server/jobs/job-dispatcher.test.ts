import { expect, test } from 'vitest'
import { createJobDispatcher } from './job-dispatcher.ts'

/** Queues in memory, whose jobs end when the test says so. */
function setUp({ concurrency = 2 } = {}) {
  const waiting: string[] = []
  const claims = { begun: 0, found: (): Promise<void> => Promise.resolve() }
  const running = new Map<string, { end: (error?: Error) => void }>()
  const abandoned: string[] = []
  const errors: unknown[] = []
  const dispatcher = createJobDispatcher({
    queues: ['mail', 'other'],
    concurrency,
    async claim(name: string) {
      claims.begun++
      if (name !== 'mail') return null
      const job = waiting.shift() ?? null
      await claims.found()
      return job
    },
    run: (_name, job) =>
      new Promise((resolve, reject) => {
        running.set(job, {
          end(error) {
            running.delete(job)
            if (error) reject(error)
            else resolve()
          },
        })
      }),
    async abandon(_name, job) {
      abandoned.push(job)
    },
    onError: (error) => errors.push(error),
  })
  return { dispatcher, waiting, claims, running, abandoned, errors }
}
const turn = () => new Promise((resolve) => setImmediate(resolve))

test('runs the jobs of a queue up to its concurrency, and the next when one ends', async () => {
  const { dispatcher, waiting, claims, running, errors } = setUp()
  waiting.push('a', 'b', 'c')
  dispatcher.start()
  await turn()
  expect([...running.keys()]).toEqual(['a', 'b'])
  running.get('b')?.end(new Error('failed'))
  await turn()
  expect([...running.keys()]).toEqual(['a', 'c'])
  expect(errors).toEqual([new Error('failed')])
  running.get('a')?.end()
  await turn()
  const { begun } = claims
  running.get('c')?.end()
  await turn()
  // The claim after `c` has found nothing: an empty queue is not looked at again.
  expect(claims.begun).toBe(begun)
})

test('looks again for a job that was enqueued while it looked', async () => {
  const { dispatcher, waiting, claims, running } = setUp()
  const looked = Promise.withResolvers<void>()
  claims.found = () => looked.promise
  dispatcher.start()
  await turn()
  waiting.push('a')
  dispatcher.wake('mail')
  looked.resolve()
  await turn()
  expect([...running.keys()]).toEqual(['a'])
})

test('stops after its running jobs, and abandons those that take too long', async () => {
  const { dispatcher, waiting, running, abandoned } = setUp()
  waiting.push('a', 'b', 'c')
  dispatcher.start()
  await turn()
  const stopped = dispatcher.stop(50)
  running.get('a')?.end()
  await stopped
  expect(abandoned).toEqual(['b'])
  dispatcher.wake('mail')
  running.get('b')?.end()
  await turn()
  expect(waiting).toEqual(['c'])
})
