import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { prerenderedPages } from './prerendered-pages.ts'

const dir = await mkdtemp(join(tmpdir(), 'mailroom-prerendered-'))
const files = ['auth-login.en.html', 'auth-signup.en.html', 'auth-signup.de.html']
for (const file of files) await writeFile(join(dir, file), `<title>{{product-name}}</title>${file} {{product-name}}`)
const pages = await prerenderedPages(dir, new Set(['index.html', ...files]))
const publicConfig = {
  productName: 'B & <b>',
  anonKey: 'key',
  supportEmail: 'a@"b"',
  sandboxUrl: null,
  hasPlans: false,
  sendsEmail: true,
}
afterAll(() => rm(dir, { recursive: true }))

async function page(
  path: string,
  headers: Record<string, string> = {},
  signUp: 'open' | 'invited' | 'closed' = 'open',
) {
  const config = { ...publicConfig, signUp }
  return pages(new URL(path, 'http://localhost'), new Headers(headers), config)
}

test('serves the screen of the path in the language that the browser prefers, with the escaped name', async () => {
  const text = async (...of: Parameters<typeof page>) => (await page(...of))?.text()
  const login = '<title>B &amp; &lt;b&gt;</title>auth-login.en.html B &amp; &lt;b&gt;'
  expect(await text('/auth/login')).toBe(login)
  expect(await text('/auth/login', { 'accept-language': 'en-GB,en;q=0.9,de;q=0.8' })).toBe(login)
  expect(await text('/auth/signup', { 'accept-language': 'DE,en;q=0.5' })).toContain('auth-signup.de.html')
  expect(await page('/auth/login', { 'accept-language': 'de-AT,en;q=0.5' })).toBeNull()
})

test.each([['/'], ['/auth'], ['/auth/login/'], ['/auth/reset-password'], ['/auth/login?error_code=x'], ['/dashboard']])(
  'serves none for %s',
  async (path) => expect(await page(path)).toBeNull(),
)

test('serves no sign-up where not everyone may sign up', async () => {
  for (const signUp of ['invited', 'closed'] as const) {
    expect(await page('/auth/signup', {}, signUp)).toBeNull()
    expect(await page('/auth/login', {}, signUp)).not.toBeNull()
  }
})

test('compresses, and names what the response depends on', async () => {
  for (const [accepted, encoding, decode] of [
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
  ] as const) {
    const response = await page('/auth/login', { 'accept-encoding': accepted })
    expect(Object.fromEntries(response?.headers ?? [])).toEqual({
      'content-type': 'text/html; charset=utf-8',
      'content-encoding': encoding,
      'cache-control': 'no-cache',
      vary: 'accept-encoding, accept-language',
    })
    expect(decode(await response!.arrayBuffer()).toString()).toContain('auth-login.en.html')
  }
})
