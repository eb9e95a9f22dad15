import { expect, test } from 'vitest'
import { ofFile } from './kit/of-file.ts'
import { createTestDatabase } from './kit/database.ts'
import { databaseAddress } from './kit/database-address.ts'
import { demoStart } from './kit/demo-start.ts'
import { testSecrets } from './kit/test-secrets.ts'

const database = await ofFile(createTestDatabase())

// What it prepares where the sandbox stands in for Outlook: `scripts/lib/demo-past.test.ts` and `start.long.test.ts`.
test('npm start runs the programs, and ends after them', async () => {
  const outlook = {
    MICROSOFT_CLIENT_ID: '11111111-2222-4333-8444-555555555555',
    MICROSOFT_CLIENT_SECRET: 'its secret',
    SANDBOX: 'true',
  }
  await using demo = await demoStart({ DATABASE_URL: databaseAddress(database.owner), ...testSecrets, ...outlook })
  const program = await demo.start('is ready at')
  expect(await demo.statuses()).toEqual([200, 200])
  // Ctrl-C, which comes from the terminal and from run.mjs.
  await demo.expectEnd(program, 'SIGINT', 'SIGINT')
})
