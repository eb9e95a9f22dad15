import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, type Readable, type Writable } from 'node:stream'
import { afterAll, expect, test } from 'vitest'
import { startSandbox } from '../../packages/sandbox/sandbox.ts'
import { ofFile } from '../../test/kit/of-file.ts'
import { systemClock } from '../../server/clock.ts'
import { readConfig } from '../../server/config.ts'
import { readEnvFile, updateEnvFile } from './env-file.ts'
import { runSetup } from './run-setup.ts'
import { sections } from './sections.ts'
import { openTerminal } from './terminal.ts'

const sandbox = await ofFile(startSandbox({ port: 0 }))
const folder = await mkdtemp(join(tmpdir(), 'mailroom-setup-'))
afterAll(() => rm(folder, { recursive: true }))

type Answers = [question: RegExp, answer: string][]

/** Answers each question when it is asked. @returns what was shown */
function answer(output: Readable, input: Writable, answers: Answers): () => string {
  let shown = ''
  let from = 0
  output.on('data', (chunk) => {
    shown += String(chunk)
    const [next] = answers
    const found = next?.[0].exec(shown.slice(from))
    if (!next || !found) return
    from = shown.length
    answers.shift()
    input.write(`${next[1]}\n`)
  })
  return () => shown
}

/** Without a terminal, in this process. @returns the number of questions that were not asked */
async function run(file: string, answers: Answers, more: Record<string, string> = {}): Promise<number> {
  const [input, output] = [new PassThrough(), new PassThrough()]
  answer(output, input, answers)
  using terminal = openTerminal(input, output)
  await runSetup(terminal, { file, environment: { SANDBOX_URL: sandbox.url, ...more }, clock: systemClock })
  return answers.length
}

const secret = 'mailroom-sandbox-secret'
const no = (title: string): [RegExp, string] => [new RegExp(`${title}: .*\\(y/n\\)`), 'n']
const answers: Answers = [
  [/Address of the page/, ''],
  [/Connect real Outlook/, 'y'],
  [/Application \(client\) ID: /, 'mailroom-sandbox'],
  [/Client secret/, 'wrong'],
  [/secret expires/, ''],
  [/Tenant/, ''],
  [/Enter again/, 'a'],
  [/Application \(client\) ID: /, 'mailroom-sandbox'],
  [/Client secret/, secret],
  [/secret expires/, '2027-05-01'],
  [/Tenant/, ''],
  ...['Database', 'Language model', 'Outgoing email', 'Backup', 'Accounts', 'Dropbox', 'Google', 'Payments'].map(no),
]

test.skipIf(!existsSync('/usr/bin/script'))('guides through the set-up in a terminal and shows no secret', async () => {
  const file = join(folder, 'terminal.env')
  const command = `${process.execPath} scripts/setup.ts --file ${file}`
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const env = { PATH, NODE_COMPILE_CACHE, SANDBOX_URL: sandbox.url }
  const child = spawn('script', ['-qec', command, '/dev/null'], { env })
  const shownBy = answer(child.stdout, child.stdin, answers)
  expect([await once(child, 'close'), answers]).toEqual([[0, null], []])
  const shown = shownBy()
  expect(shown).toContain('http://localhost:3000/api/microsoft/callback')
  expect(shown).toContain('MICROSOFT_CLIENT_SECRET is wrong')
  expect(shown).toContain('ok: the sandbox accepts the client mailroom-sandbox with its secret')
  expect(shown).not.toContain(secret)
  expect(await readEnvFile(file)).toMatchObject({
    MICROSOFT_CLIENT_ID: 'mailroom-sandbox',
    MICROSOFT_CLIENT_SECRET: secret,
    MICROSOFT_SECRET_EXPIRES: '2027-05-01',
  })
  expect((await stat(file)).mode & 0o777).toBe(0o600)
})

test('the server listens on the port of the address, and a model that runs on this machine is offered', async () => {
  const requests: string[] = []
  const models = ['nomic-embed-text', 'small', 'large'].map((id) => ({ id, object: 'model' }))
  const server = createServer((request, response) => {
    requests.push(request.url ?? '')
    response.end(JSON.stringify({ object: 'list', data: models }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const host = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  const file = join(folder, 'network.env')
  const unanswered = await run(
    file,
    [
      [/Address of the page/, 'http://localhost:4000'],
      ...['Outlook', 'Database'].map(no),
      [/Language model: Ollama at .* offers small, and large\. .*\(y\/n\)/, 'y'],
      // The same server, by its name in the own network.
      [new RegExp(`Base address \\[http://${host}/v1\\]`), 'http://model.internal:11434/v1'],
      [/own network.*\[false\]/, 'true'],
      [/Name of the model \[small\]/, ''],
      [/Key; empty/, ''],
      [/Enter again/, 'k'],
      ...['Outgoing email', 'Backup', 'Accounts', 'Dropbox', 'Google', 'Payments'].map(no),
    ],
    { OLLAMA_HOST: host },
  )
  server.close()
  expect({ unanswered, requests }).toEqual({ unanswered: 0, requests: ['/v1/models'] })
  const settings = await readEnvFile(file)
  expect(settings).toMatchObject({
    PORT: '4000',
    AI_BASE_URL: 'http://model.internal:11434/v1',
    AI_PRIVATE_NETWORK: 'true',
    AI_MODEL: 'small',
  })
  expect(() => readConfig(settings)).not.toThrow()
})

test('production keeps the secrets that encrypt the embedded database', async () => {
  const file = join(folder, 'production.env')
  const generated = { jwtSecret: 'j'.repeat(48), encryptionKey: Buffer.alloc(32, 5).toString('base64') }
  await writeFile(join(folder, 'secrets.json'), JSON.stringify(generated))
  await updateEnvFile(file, { DATA_DIR: folder })
  await run(file, [
    [/Address of the page/, 'https://mail.example.com'],
    [/for help/, 'help@example.com'],
    ...sections.map(({ title }) => no(title)),
  ])
  const { JWT_SECRET, ENCRYPTION_KEYS } = await readEnvFile(file)
  expect({ JWT_SECRET, ENCRYPTION_KEYS }).toEqual({
    JWT_SECRET: generated.jwtSecret,
    ENCRYPTION_KEYS: generated.encryptionKey,
  })
})

test('asks whether anything is to be simulated, since mailboxes by IMAP need no setting', async () => {
  const file = join(folder, 'own.env')
  const parts = [...sections.map(({ title }) => title), 'Sandbox']
  expect(await run(file, [[/Address of the page/, ''], ...parts.map(no)], { SANDBOX_URL: '' })).toBe(0)
  const settings = await readEnvFile(file)
  expect(settings).toMatchObject({ SANDBOX: 'false' })
  expect(readConfig(settings).sandboxUrl).toBeNull()
})

test('writes nothing where the input ends', async () => {
  const file = join(folder, 'short.env')
  const input = new PassThrough()
  input.end('http://localhost:3000\n')
  using terminal = openTerminal(input, new PassThrough().resume())
  const setUp = runSetup(terminal, { file, environment: {}, clock: systemClock })
  await expect(setUp).rejects.toThrow('The input ended. Nothing was written.')
  expect(existsSync(file)).toBe(false)
})

test('replaces settings in place, and keeps comments and values with quotes and lines', async () => {
  const file = join(folder, 'kept.env')
  await writeFile(file, '# ours\nPORT=4000\nexport MAIL_FROM="A <a@b.example>"\nMICROSOFT_CERTIFICATE="one\ntwo"\n')
  await updateEnvFile(file, { PORT: '5000', MICROSOFT_CERTIFICATE: '', PRODUCT_NAME: `it's "post"` })
  expect(await readEnvFile(file)).toEqual({ PORT: '5000', MAIL_FROM: 'A <a@b.example>', PRODUCT_NAME: `it's "post"` })
  expect(await readFile(file, 'utf8')).toMatch(/^# ours\nexport MAIL_FROM/)
})
