import { expect, test } from 'vitest'
import { startApp } from '../test/kit/start-app.ts'
import { createPasswordHasher, productionHashCost } from './auth/passwords/password-hash.ts'
import { createContext } from './compose.ts'
import { loadSecrets } from './secrets.ts'

test('hashes passwords at full cost by default', async () => {
  await using app = await startApp()
  const { config, log, clock } = app.ctx
  const secrets = await loadSecrets(config)
  await using ctx = await createContext({ config, secrets, server: app.database.server, log, clock })
  const strong = createPasswordHasher(productionHashCost)
  expect(strong.needsRehash(await ctx.passwords.hash('seven green bicycles'))).toBe(false)
  expect(strong.needsRehash(await app.ctx.passwords.hash('seven green bicycles'))).toBe(true)
})
