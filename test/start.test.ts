import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from './kit/database.ts'
import { databaseAddress } from './kit/database-address.ts'
import { demoStart } from './kit/demo-start.ts'
import { testSecrets } from './kit/test-secrets.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database[Symbol.asyncDispose]())

// With the past of the demo, and again with what it left: `start.long.test.ts`.
test('npm start runs the programs with a demo account, and ends after them', async () => {
  await using demo = await demoStart({ DATABASE_URL: databaseAddress(database.owner), ...testSecrets })
  const program = await demo.start('is ready at')
  const { mailboxes, plan } = await demo.lookAround()
  expect(mailboxes).toMatchObject([{ status: 'active', has_webhook: true }])
  expect(plan).toEqual([{ status: 'active', plans: { name: 'Business' } }])
  // Ctrl-C, which comes from the terminal and from run.mjs.
  await demo.expectEnd(program, 'SIGINT', 'SIGINT')
})
