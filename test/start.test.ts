import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoStart } from './kit/demo-start.ts'

let demo: Awaited<ReturnType<typeof demoStart>>
beforeAll(async () => {
  demo = await demoStart()
})
afterAll(() => demo[Symbol.asyncDispose]())

test('npm start prepares a demo with past email, which the next start finds again', async () => {
  // A weekend has two days with hardly any email.
  const first = await demo.start('is ready at', ['--days', '3'])
  const before = await demo.lookAround()
  expect(before.mailboxes).toMatchObject([{ status: 'active', has_webhook: true }])
  expect(before.plan).toEqual([{ status: 'active', plans: { name: 'Business' } }])
  expect(before.days).toBeGreaterThanOrEqual(2)
  expect(before.statuses.filter((status) => status === 'processed').length).toBeGreaterThan(3)
  // A supervisor ends it.
  await demo.expectEnd(first, 'SIGTERM')

  const second = await demo.start('is ready at')
  const after = await demo.lookAround()
  expect([after.mailboxes, after.plan]).toEqual([before.mailboxes, before.plan])
  expect(after.messages).toEqual(expect.arrayContaining(before.messages))
  expect(new Set(after.messages).size).toBe(after.messages.length)
  expect(await demo.signInPages()).toEqual([])
  // Ctrl-C, which comes from the terminal and from run.mjs.
  await demo.expectEnd(second, 'SIGINT', 'SIGINT')
})

test('npm start ends after its programs while it is still starting', async () => {
  await demo.expectEnd(await demo.start('The sandbox is at'), 'SIGINT')
})
