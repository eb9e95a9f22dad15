import { expect, test } from 'vitest'
import { startApp } from '../test/kit/start-app.ts'
import { createPasswordHasher, strongCost } from './auth/passwords/password-hash.ts'
import { createContext } from './compose.ts'
import { loadSecrets } from './secrets.ts'

test('passwords are hashed at full cost unless a test says otherwise', async () => {
  await using app = await startApp()
  const { config, log, clock } = app.ctx
  const secrets = await loadSecrets(config)
  await using ctx = await createContext({ config, secrets, server: app.database.server, log, clock })
  const strong = createPasswordHasher(strongCost)
  expect(strong.isOutdated(await ctx.passwords.hash('seven green bicycles'))).toBe(false)
  expect(strong.isOutdated(await app.ctx.passwords.hash('seven green bicycles'))).toBe(true)
})
