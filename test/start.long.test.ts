import { expect, test } from 'vitest'
import { demoStart } from './kit/demo-start.ts'

test('the first start prepares two weeks of email', { timeout: 480_000 }, async () => {
  await using demo = await demoStart()
  const program = await demo.start('is ready at')
  const { days, statuses } = await demo.lookAround()
  expect(days).toBeGreaterThanOrEqual(13)
  expect(statuses.filter((status) => status === 'processed').length).toBeGreaterThan(40)
  expect(statuses.includes('left')).toBe(true)
  await demo.expectEnd(program, 'SIGTERM')
})
