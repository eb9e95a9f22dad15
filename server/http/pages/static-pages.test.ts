import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { serve } from '@hono/node-server'
import { afterAll, expect, test } from 'vitest'
import { createApp } from '../../app.ts'
import { runSql } from '../../../test/kit/run-sql.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'
import { staticPages } from './static-pages.ts'

let root = ''
let port = 0
root = await mkdtemp(join(tmpdir(), 'mailroom-pages-'))
await mkdir(join(root, 'web/assets'), { recursive: true })
await writeFile(join(root, 'secrets.json'), 'secret')
await writeFile(join(root, 'web/index.html'), '<!doctype html><title>The page</title>{{config}}')
await writeFile(join(root, 'web/assets/main-1a2b.js'), 'console.log(1)')
await writeFile(join(root, 'web/assets/main-1a2b.js.br'), brotliCompressSync('console.log(1)'))
await writeFile(join(root, 'web/assets/inter-latin-1a2b.woff2'), 'font')
await writeFile(join(root, 'web/auth-login.en.html'), 'The page, prerendered')
await writeFile(join(root, 'web/page-history.html'), 'The page with preloads')
await writeFile(join(root, 'web/assets/space name.js'), 'plain')
await writeFile(join(root, 'web/mailroom-2026-11-30T021700Z'), 'backup')
const app = await appOfFile({ env: { SIGN_UP: 'first' } })
const server = serve({
  fetch: createApp(app.ctx, await staticPages(join(root, 'web'))).fetch,
  port: 0,
  hostname: '127.0.0.1',
})
await new Promise((resolve) => server.once('listening', resolve))
const address = server.address()
port = typeof address === 'object' && address ? address.port : 0
// Created after the start: must not be served.
await writeFile(join(root, 'web/assets/later.js'), 'later')
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve))
  await rm(root, { recursive: true })
})

/** Sends the path unchanged; fetch would normalize it. */
const get = (path: string, headers: Record<string, string> = {}) =>
  new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>((resolve, reject) => {
    const named = { host: new URL(app.url).host, ...headers }
    const asked = request({ host: '127.0.0.1', port, path, headers: named, agent: false }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part) => parts.push(part))
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) }),
      )
    })
    asked.on('error', reject)
    asked.end()
  })

// A backup has no extension.
test.each([
  '/../secrets.json',
  '/assets/../../secrets.json',
  '/..%2fsecrets.json',
  '/%2e%2e/secrets.json',
  '/%2e%2e%2fsecrets.json',
  '/assets/..%5c..%5csecrets.json',
  '/....//secrets.json',
  '//etc/passwd',
  '/etc/passwd',
  '/assets/main-1a2b.js/../../../secrets.json',
  '/assets/later.js',
  '/mailroom-2026-11-30T021700Z',
  '/assets/%00',
  '/%',
  '/%E0%A4%A',
  '/secrets.json%00.html',
])('serves only files of the build for %s', async (path) => {
  const { status, body } = await get(path)
  expect(body.toString()).not.toMatch(/secret$|root:|later|backup/)
  expect([200, 400, 404]).toContain(status)
})

test('serves assets with type, one-year caching and compression', async () => {
  const plain = await get('/assets/main-1a2b.js')
  expect(plain.body.toString()).toBe('console.log(1)')
  expect(plain.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'accept-encoding',
  })
  const font = await get('/assets/inter-latin-1a2b.woff2')
  expect(font.headers).toMatchObject({ 'content-type': 'font/woff2', 'cache-control': plain.headers['cache-control'] })
  // Pages of the server do not know the hash.
  const named = await get('/inter-latin.woff2')
  expect(named.headers).toMatchObject({ 'content-type': 'font/woff2', 'cache-control': 'no-cache' })
  expect(named.body).toEqual(font.body)
  const small = await get('/assets/main-1a2b.js', { 'accept-encoding': 'gzip, br' })
  expect(small.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(small.body).toString()).toBe('console.log(1)')
})

test('serves the page for every other path, without caching', async () => {
  for (const path of ['/', '/login', '/dashboard/folders?tab=x', '/index.html/..', '/nothing/here']) {
    const { status, headers, body } = await get(path)
    expect([path, status]).toEqual([path, 200])
    expect(body.toString()).toContain('The page')
    expect(headers['cache-control']).toBe('no-cache')
  }
})

test('writes the public configuration into the page', async () => {
  const [body, config] = await Promise.all([get('/'), get('/config.json')])
  expect(body.body.toString()).toContain(`</title>${config.body.toString().replaceAll('"', '&quot;')}`)
})

test('shows the page while the database cannot be read', async () => {
  const rename = (from: string, to: string) => runSql(app.database.owner, `alter table auth.${from} rename to ${to}`)
  await rename('first_account', 'away')
  const { status, body } = await get('/')
  await rename('away', 'first_account')
  expect([status, body.toString()]).toEqual([200, expect.stringContaining('&quot;signUp&quot;:&quot;invited&quot;')])
})

test('serves the prerendered login screen', async () => {
  expect((await get('/auth/login')).body.toString()).toBe('The page, prerendered')
  expect((await get('/auth/login?error_code=x')).body.toString()).toContain('The page</title>')
})

test('serves a signed-in page with its preloads', async () => {
  expect((await get('/history')).body.toString()).toBe('The page with preloads')
  expect((await get('/history?search=x')).body.toString()).toBe('The page with preloads')
  expect((await get('/page-history.html')).status).toBe(404)
})

test('returns 404 for a missing file', async () => {
  expect((await get('/assets/main-old.js')).status).toBe(404)
  expect((await get('/favicon.ico')).status).toBe(404)
  expect((await get('/auth-login.en.html')).status).toBe(404)
})

test('serves the page for a path with a dot that a browser navigates to', async () => {
  expect((await get('/no.such.page', { accept: 'text/html,*/*' })).body.toString()).toContain('The page')
})

test('redirects from another loopback name to the one of the public URL', async () => {
  const { status, headers } = await get('/dashboard?tab=mailbox', { host: '127.0.0.1:1234' })
  expect(status).toBe(302)
  expect(headers['location']).toBe(`${app.url}/dashboard?tab=mailbox`)
  expect((await get('/', { host: 'mail.example.com' })).status).toBe(200)
})
