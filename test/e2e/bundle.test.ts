import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { pageFile, pageScripts } from '../../contract/page-scripts.ts'
import { apiKeysOf } from '../../server/auth/keys/api-keys.ts'
import { testSecrets } from '../kit/test-secrets.ts'

const dist = fileURLToPath(new URL('../../dist/web', import.meta.url))
const files = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((name) =>
  /\.(js|css|html|json)$/.test(name),
)

/** Server secrets. The page gets the public key at run time from /config.json. */
test('contains no key and no secret', () => {
  expect(files.length).toBeGreaterThan(10)
  const { anon, service } = apiKeysOf(testSecrets.JWT_SECRET)
  for (const name of files) {
    const text = readFileSync(join(dist, name), 'utf8')
    for (const secret of [anon, service, ...Object.values(testSecrets)]) expect(text.includes(secret), name).toBe(false)
    expect(text, name).not.toMatch(/service_role|client_secret|BEGIN [A-Z ]*PRIVATE KEY/)
    // A pasted JWT: three base64url parts, the first of which starts a JSON object.
    expect(text, name).not.toMatch(/eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{20,}/)
  }
})

const fileOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** The static imports of each script. */
const imports = new Map(
  files
    .filter((name) => name.endsWith('.js'))
    .map((name) => [
      fileOf(name),
      [...readFileSync(join(dist, name), 'utf8').matchAll(/(?:from|import)"(\.\/[^"]+\.js)"/g)].map(([, path = '']) =>
        fileOf(path),
      ),
    ]),
)

/** The one script of this name, followed by a hash of eight characters. */
function scriptNamed(name: string): string {
  const found = [...imports.keys()].filter((file) => file.startsWith(`${name}-`) && file.length === name.length + 12)
  expect(found, name).toHaveLength(1)
  return found[0] ?? ''
}

function fetchedWith(script: string, found = new Set<string>()): Set<string> {
  if (found.has(script)) return found
  found.add(script)
  for (const next of imports.get(script) ?? []) fetchedWith(next, found)
  return found
}

test.each([
  'login-screen',
  'signup-screen',
  'reset-password-screen',
  'second-step-screen',
  'terms-screen',
  'privacy-screen',
  'help-screen',
  'toaster',
])('loads no signed-in code for a visitor of %s', (screen) => {
  const fetched = fetchedWith(scriptNamed(screen))
  expect(fetched).toContain(scriptNamed('frame'))
  for (const own of ['shell', 'signed-in', 'radix']) expect(fetched).not.toContain(scriptNamed(own))
})

test('loads little before the login screen shows (docs/decisions/020-page.md)', () => {
  const fetched = fetchedWith(scriptNamed('login-screen'), fetchedWith(scriptNamed('index')))
  const sizes = [...fetched].map((name) => statSync(join(dist, 'assets', `${name}.br`)).size)
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  expect(sizes.length).toBeGreaterThan(3)
  expect(bytes).toBeGreaterThan(60_000)
  expect(bytes).toBeLessThan(79_000)
})

/** Maximum gzipped bytes of JavaScript for a first visit to a page (docs/decisions/020-page.md). */
const budget = 183_000
/** Loaded by themselves after the screen: `page-weight.long.test.ts` finds out what a browser loads. */
const afterTheScreen = ['toaster', 'bottom-strips']

test.each(Object.entries(pageScripts))('%s stays within the JavaScript budget', (page, chunks) => {
  const html = readFileSync(join(dist, pageFile(page)), 'utf8')
  const inHtml = [...html.matchAll(/assets\/([^"]+\.js)/g)].map(([, name = '']) => name)
  const scripts = new Set<string>()
  for (const chunk of ['index', ...chunks, ...afterTheScreen]) fetchedWith(scriptNamed(chunk), scripts)
  expect(inHtml.filter((name) => !scripts.has(name))).toEqual([])
  expect(inHtml.length).toBeGreaterThan(5)
  const gzipped = [...scripts].map((name) => gzipSync(readFileSync(join(dist, 'assets', name)), { level: 9 }).length)
  expect(gzipped.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(budget)
})

test('has no scripts that import each other, which would break the execution order', () => {
  const circles = [...imports].filter(([script, own]) => own.some((next) => fetchedWith(next).has(script)))
  expect(circles.map(([script]) => script)).toEqual([])
  expect(fetchedWith(scriptNamed('dashboard-screen')).size).toBeGreaterThan(5)
})
