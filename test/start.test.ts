import { expect, test } from 'vitest'
import { ofFile } from './kit/of-file.ts'
import { createTestDatabase } from './kit/database.ts'
import { databaseAddress } from './kit/database-address.ts'
import { demoStart } from './kit/demo-start.ts'
import { testSecrets } from './kit/test-secrets.ts'

const database = await ofFile(createTestDatabase())
const installation = { DATABASE_URL: databaseAddress(database.owner), ...testSecrets }

// What it prepares where the sandbox stands in for Outlook: `scripts/lib/demo-past.test.ts` and `start.long.test.ts`,
// which also starts it without the sandbox.
test('npm start runs the programs, and ends after them', async () => {
  const outlook = {
    MICROSOFT_CLIENT_ID: '11111111-2222-4333-8444-555555555555',
    MICROSOFT_CLIENT_SECRET: 'its secret',
    SANDBOX: 'true',
  }
  await using demo = await demoStart({ ...installation, ...outlook })
  const program = await demo.start('is ready at')
  expect(await demo.statuses()).toEqual([200, 200])
  // Ctrl-C may arrive twice, from the terminal and from npm.
  await demo.expectEnd(program, 'SIGINT', 'SIGINT')
})
