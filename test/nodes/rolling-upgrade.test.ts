import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { AppHandle } from '../../bench/lib/bench-app.ts'
import { missingPrograms } from './installed-programs.ts'
import { expectAllSorted, startMail } from './mail-load.ts'
import { createNextVersion } from './next-version.ts'
import { startNodesApp } from './nodes-app.ts'
import { startRequests } from './request-load.ts'
import { createActingMailbox } from '../torture/mailboxes.ts'

const missing = missingPrograms(['haproxy', 'pgbouncer'])
const title = 'a rolling restart and a rolling upgrade fail no request, and lose or double no email'
const titleHere = missing.length > 0 ? `${title} (skipped: apt-get install ${missing.join(' ')})` : title

const folder = await mkdtemp(join(tmpdir(), 'mailroom-next-'))
afterAll(() => rm(folder, { recursive: true }))

test.skipIf(missing.length > 0)(titleHere, { timeout: 1_800_000 }, async () => {
  const next = await createNextVersion(join(folder, 'next'))
  await using app = await startNodesApp()
  const mailboxes = [await createActingMailbox(app), await createActingMailbox(app)]
  await using loads = new AsyncDisposableStack()
  const mail = (await Promise.all(mailboxes.map((mailbox) => startMail(mailbox)))).map((load) => loads.use(load))
  const requests = mailboxes.map((mailbox) => loads.use(startRequests(app, mailbox)))

  await app.restartInTurn()
  // The first node of the next version migrates the database; those of the former version work with it, and restart.
  await app.restartInTurn((n) => (n === 0 ? next : undefined))

  const results = await Promise.all(requests.map((load) => load.stop()))
  for (const load of mail) await load.stop()
  for (const result of results) expect(Object.keys(result).length).toBeGreaterThan(0)
  expect(results.flatMap(Object.keys).filter((result) => !/ 20[04]$/.test(result))).toEqual([])
  expect(await refusedNotifications(app)).toEqual([])
  await expectAllSorted(app, mail)
})

/** Graph repeats them, but a node that stops must refuse none. */
async function refusedNotifications(app: AppHandle): Promise<unknown[]> {
  const sent = z.array(z.looseObject({ status: z.number() }))
  const all = sent.parse(await app.control('GET', '/control/requests?service=graph-notify'))
  return all.filter(({ status }) => status !== 202 && status !== 200)
}
