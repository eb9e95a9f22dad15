import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startSandbox } from '../../packages/sandbox/sandbox.ts'
import { readConfig } from '../../server/config.ts'
import { startOver } from './start-over.ts'

/** DATA_DIR with a database, the state of a sandbox, secrets and a file of the user. */
function newDataDir(): string {
  const path = mkdtempSync(join(tmpdir(), 'mailroom-fresh-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  mkdirSync(join(path, 'postgres', 'cluster', 'data'), { recursive: true })
  mkdirSync(join(path, 'sandbox'))
  for (const file of ['secrets.json', 'notes.txt']) writeFileSync(join(path, file), 'stays')
  return path
}

const configOf = (dataDir: string, env: Record<string, string> = {}) =>
  readConfig({ DATA_DIR: dataDir, PORT: '3000', ...env })

test('deletes the embedded database and the state of the sandbox, and nothing else', async () => {
  const dataDir = newDataDir()
  expect(await startOver(configOf(dataDir))).toEqual([
    `Deleted ${join(dataDir, 'postgres')} (the embedded database).`,
    `Deleted ${join(dataDir, 'sandbox')} (the state of the sandbox).`,
  ])
  expect(readdirSync(dataDir)).toEqual(['notes.txt', 'secrets.json'])
  expect(await startOver(configOf(dataDir))).toEqual([])
  expect(await startOver(configOf(join(dataDir, 'missing')))).toEqual([])
})

test.each([
  ['DATABASE_URL', { DATABASE_URL: 'postgres://localhost/mailroom' }],
  ['SANDBOX_URL', { SANDBOX_URL: 'http://127.0.0.1:4567' }],
  ['MICROSOFT_CLIENT_ID', { MICROSOFT_CLIENT_ID: '11111111-2222-4333-8444-555555555555' }],
  ['GOOGLE_CLIENT_ID', { GOOGLE_CLIENT_ID: 'a.apps.googleusercontent.com', GOOGLE_CLIENT_SECRET: 'x' }],
  ['DROPBOX_CLIENT_ID', { DROPBOX_CLIENT_ID: 'a', DROPBOX_CLIENT_SECRET: 'x' }],
  ['STRIPE_SECRET_KEY', { STRIPE_SECRET_KEY: 'sk_test_1234567890', STRIPE_WEBHOOK_SECRET: 'whsec_1234567890' }],
  ['SMTP_URL', { SMTP_URL: 'smtps://mail.example.com' }],
  ['SANDBOX=false', { SANDBOX: 'false' }],
])('deletes nothing where %s names another database or service', async (name, env) => {
  const dataDir = newDataDir()
  await expect(startOver(configOf(dataDir, env))).rejects.toThrow(name)
  expect(existsSync(join(dataDir, 'postgres')) && existsSync(join(dataDir, 'sandbox'))).toBe(true)
})

test('deletes nothing while the sandbox runs', async () => {
  const dataDir = newDataDir()
  await using sandbox = await startSandbox({ port: 0, stateDir: join(dataDir, 'sandbox') })
  await expect(startOver(configOf(dataDir))).rejects.toThrow(`The sandbox at ${sandbox.url} runs`)
  expect(existsSync(join(dataDir, 'postgres'))).toBe(true)
})
