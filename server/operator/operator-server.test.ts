import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { Finding, ServerOverview } from '../../contract/functions/operator-server.ts'
import { databaseAddress } from '../../test/kit/database-address.ts'
import { signUpOperator } from '../../test/kit/operator.ts'
import { callFunction, signUp, type Visitor } from '../../test/kit/outlook.ts'
import { appOfFile } from '../../test/kit/start-app.ts'
import { testSecrets } from '../../test/kit/test-secrets.ts'
import { version } from '../shared/version.ts'

const app = await appOfFile()
const operator = await signUpOperator(app)
const folder = await mkdtemp(join(tmpdir(), 'mailroom-operator-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const passphrase = 'correct horse battery staple'

const call = (action: string, who: Visitor = operator) => callFunction(app, who, 'operator-server', { action })
const overview = async () => ServerOverview.parse((await call('overview')).body)

test.each(['overview', 'check', 'newer-release', 'back-up', 'stop-actions', 'stop-everything', 'start'])(
  'does not exist for other users: %s',
  async (action) => {
    expect(await call(action, await signUp(app))).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } })
    expect((await overview()).automation.stopped).toBe('nothing')
  },
)

test('shows version, nodes, and who may sign up', async () => {
  expect(await overview()).toMatchObject({
    version,
    nodes: [{ role: 'all', version, isThis: true }],
    signUp: 'open',
    backups: null,
  })
})

test('stops the actions, then everything, and starts both again', async () => {
  for (const [action, stopped] of [
    ['stop-actions', 'actions'],
    ['stop-everything', 'everything'],
    // Stops no less than what is stopped.
    ['stop-actions', 'everything'],
    ['start', 'nothing'],
  ] as const) {
    expect((await call(action)).status).toBe(200)
    expect((await overview()).automation.stopped).toBe(stopped)
  }
})

test('has one backup written, and lists those in the folder', async () => {
  expect(await call('back-up')).toMatchObject({ status: 409, body: { error: { code: 'backups_not_configured' } } })
  const settings = {
    databaseUrl: databaseAddress(app.database.owner),
    backup: { dir: folder, passphrase, keptDays: 3 },
  }
  Object.assign(app.ctx.config, settings)
  expect((await overview()).backups).toEqual({ folder, keptDays: 3, job: null, files: [] })
  await call('back-up')
  await call('back-up')
  expect((await overview()).backups).toMatchObject({ job: 'waiting' })
  await app.runDueJobs()
  const { backups } = await overview()
  expect(backups).toMatchObject({ job: null, files: [{ bytes: expect.any(Number) }] })

  const file = join(folder, 'file')
  await writeFile(file, '')
  Object.assign(app.ctx.config, { backup: { dir: file, passphrase, keptDays: 3 } })
  await call('back-up')
  await app.runDueJobs().catch(() => undefined)
  expect((await overview()).backups).toMatchObject({ job: 'failed', files: null })
})

test('needs a recent sign-in for what changes the server, and not for what shows it', async () => {
  const late = await signUpOperator(app)
  await app.advance('6 min')
  for (const action of ['back-up', 'stop-actions', 'stop-everything', 'start'])
    expect(await call(action, late)).toMatchObject({
      status: 403,
      body: { error: { code: 'reauthentication_needed' } },
    })
  // A clone asks no one for newer versions.
  expect(await call('newer-release', late)).toMatchObject({ status: 200, body: { newer: null } })
})

test('runs the checks of the doctor, and shows no secret', async () => {
  const { body, status } = await call('check')
  expect(status).toBe(200)
  const { findings } = z.object({ findings: Finding.array() }).parse(body)
  expect(findings.map(({ check }) => check)).toEqual(
    expect.arrayContaining(['settings', 'database', 'queue', 'Stripe']),
  )
  const secrets = [...Object.values(testSecrets), passphrase, app.database.owner.password]
  for (const secret of secrets) expect(JSON.stringify(body)).not.toContain(secret)
})
