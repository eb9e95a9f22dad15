import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pageFile, pageScripts } from '../../contract/page-scripts.ts'
import { apiKeysOf } from '../../server/auth/keys/api-keys.ts'
import {
  builtPage,
  fetchedWith,
  firstVisitBudget,
  firstVisitScripts,
  scriptImports,
  scriptNamed,
} from '../kit/built-scripts.ts'
import { testSecrets } from '../kit/test-secrets.ts'

const files = readdirSync(builtPage, { recursive: true, encoding: 'utf8' }).filter((name) =>
  /\.(js|css|html|json)$/.test(name),
)

/** Server secrets. The page gets the public key at run time from /config.json. */
test('contains no key and no secret', () => {
  expect(files.length).toBeGreaterThan(10)
  const { anon, service } = apiKeysOf(testSecrets.JWT_SECRET)
  for (const name of files) {
    const text = readFileSync(join(builtPage, name), 'utf8')
    for (const secret of [anon, service, ...Object.values(testSecrets)]) expect(text.includes(secret), name).toBe(false)
    expect(text, name).not.toMatch(/service_role|client_secret|BEGIN [A-Z ]*PRIVATE KEY/)
    // A pasted JWT: three base64url parts, the first of which starts a JSON object.
    expect(text, name).not.toMatch(/eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{20,}/)
  }
})

test.each([
  'login-screen',
  'signup-screen',
  'reset-password-screen',
  'second-step-screen',
  'terms-screen',
  'privacy-screen',
  'help-screen',
])('loads no signed-in code for a visitor of %s', (screen) => {
  const fetched = fetchedWith(scriptNamed(screen))
  expect(fetched).toContain(scriptNamed('index'))
  expect(fetched).not.toContain(scriptNamed('shell'))
})

test('loads little before the login screen shows (docs/decisions/020-page.md)', () => {
  const fetched = fetchedWith(scriptNamed('login-screen'), fetchedWith(scriptNamed('index')))
  const sizes = [...fetched].map((name) => statSync(join(builtPage, 'assets', `${name}.br`)).size)
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  expect(sizes.length).toBeGreaterThan(3)
  expect(bytes).toBeGreaterThan(60_000)
  expect(bytes).toBeLessThan(79_000)
})

test.each(Object.keys(pageScripts))('a first visit to %s stays within the JavaScript budget', (page) => {
  const html = readFileSync(join(builtPage, pageFile(page)), 'utf8')
  const inHtml = [...html.matchAll(/assets\/([^"]+\.js)/g)].map(([, name = '']) => name)
  const scripts = firstVisitScripts(page)
  expect(inHtml.filter((name) => !scripts.has(name))).toEqual([])
  expect(inHtml.length).toBeGreaterThan(3)
  expect([...scripts.values()].reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(firstVisitBudget)
})

test('has no scripts that import each other, which would break the execution order', () => {
  const circles = [...scriptImports].filter(([script, own]) => own.some((next) => fetchedWith(next).has(script)))
  expect(circles.map(([script]) => script)).toEqual([])
  expect(fetchedWith(scriptNamed('dashboard-screen')).size).toBeGreaterThan(3)
})
