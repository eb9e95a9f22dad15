import { expect, test } from 'vitest'
import { followBack } from '../../test/kit/outlook.ts'
import { runSql } from '../../test/kit/run-sql.ts'
import { appOfFile } from '../../test/kit/start-app.ts'

const app = await appOfFile()

test('redirects to our page after an unexpected error of a mailbox callback', async () => {
  await runSql(app.database.owner, 'revoke delete on app.oauth_states from service_role')
  const outcome = await followBack(`${app.url}/api/microsoft/callback?state=x&code=y`)
  await runSql(app.database.owner, 'grant delete on app.oauth_states to service_role')
  expect(Object.fromEntries(outcome)).toMatchObject({ tab: 'mailbox', error: 'internal' })
})
