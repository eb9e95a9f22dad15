import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { apiKeysOf } from '../../server/auth/keys/api-keys.ts'
import { testSecrets } from '../kit/test-secrets.ts'

const dist = fileURLToPath(new URL('../../dist/web', import.meta.url))
const files = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((name) =>
  /\.(js|css|html|json)$/.test(name),
)

/** What only the server may know (checklist B14): the page is given the public key at run time, by /config.json. */
test('the built page holds no key and no secret', () => {
  expect(files.length).toBeGreaterThan(10)
  const { anon, service } = apiKeysOf(testSecrets.JWT_SECRET)
  for (const name of files) {
    const text = readFileSync(join(dist, name), 'utf8')
    for (const secret of [anon, service, ...Object.values(testSecrets)]) expect(text.includes(secret), name).toBe(false)
    expect(text, name).not.toMatch(/service_role|client_secret|BEGIN [A-Z ]*PRIVATE KEY/)
    // A token that somebody pasted: three parts of base64url, the first of which begins a JSON object.
    expect(text, name).not.toMatch(/eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{20,}/)
  }
})
