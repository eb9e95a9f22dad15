import { expect, test } from 'vitest'
import { demoStart } from './kit/demo-start.ts'

test('the first start prepares two weeks of email, which the next one finds again', { timeout: 480_000 }, async () => {
  await using demo = await demoStart()
  const first = await demo.start('is ready at')
  const before = await demo.lookAround()
  expect(before.mailboxes).toMatchObject([{ status: 'active', has_webhook: true }])
  expect(before.plan).toEqual([{ status: 'active', plans: { name: 'Business' } }])
  expect(before.days).toBeGreaterThanOrEqual(13)
  expect(before.statuses.filter((status) => status === 'processed').length).toBeGreaterThan(40)
  expect(before.statuses.includes('left')).toBe(true)
  // A supervisor ends it.
  await demo.expectEnd(first, 'SIGTERM')

  const second = await demo.start('is ready at')
  const after = await demo.lookAround()
  expect([after.mailboxes, after.plan]).toEqual([before.mailboxes, before.plan])
  expect(after.messages).toEqual(expect.arrayContaining(before.messages))
  expect(new Set(after.messages).size).toBe(after.messages.length)
  expect(await demo.signInPages()).toEqual([])
  await demo.expectEnd(second, 'SIGINT', 'SIGINT')

  // While it is still starting.
  await demo.expectEnd(await demo.start('The sandbox is at'), 'SIGINT')
})

test('npm start prepares fewer days', { timeout: 480_000 }, async () => {
  await using demo = await demoStart()
  // A weekend has two days with hardly any email.
  const program = await demo.start('is ready at', ['--days', '3'])
  const { days, statuses } = await demo.lookAround()
  expect(days).toBeGreaterThanOrEqual(2)
  expect(statuses.filter((status) => status === 'processed').length).toBeGreaterThan(3)
  await demo.expectEnd(program, 'SIGTERM')
})
