import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Client, type ClientConfig } from 'pg'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { AppHandle } from '../../bench/lib/bench-app.ts'
import { freePort } from '../../scripts/lib/free-port.ts'
import { startDatabasePair } from './database-pair.ts'
import { fastTemporaryFolder } from '../kit/fast-temporary-folder.ts'
import { expectAllSorted, startMail } from './mail-load.ts'
import { startNodeProcess } from './node-process.ts'
import { openObserver } from './observer.ts'
import { createActingMailbox } from '../torture/mailboxes.ts'

const folder = await mkdtemp(join(await fastTemporaryFolder(), 'mailroom-failover-'))
afterAll(() => rm(folder, { recursive: true }))

test('a failover to the standby loses no acknowledged notification and doubles nothing', {
  timeout: 600_000,
}, async () => {
  await using pair = await startDatabasePair(folder)
  const port = await freePort()
  await using app = await openObserver({
    DATABASE_URL: pair.url,
    PORT: String(port),
    PUBLIC_URL: `http://localhost:${port}`,
    LOG_LEVEL: 'silent',
  })
  await using _web = await startNodeProcess({ ...app.env, ROLE: 'web' })
  await using _one = await startNodeProcess({ ...app.env, ROLE: 'worker' })
  await using _two = await startNodeProcess({ ...app.env, ROLE: 'worker' })
  const mailbox = await createActingMailbox(app)
  await using mail = await startMail(mailbox)
  await expect.poll(() => acknowledged(app)).not.toEqual([])

  // The notifications of the last moment must wait for the standby, and are not acknowledged.
  await pair.cutReplication()
  await pair.untilCommitWaits()
  await pair.killPrimary()
  const before = await acknowledged(app)
  const primary = await pair.promoteStandby()
  expect(await storedIds(primary)).toEqual(expect.arrayContaining(before))

  // The nodes are still the same processes.
  await expect.poll(async () => (await acknowledged(app)).length).toBeGreaterThan(before.length + 10)
  await mail.stop()
  await expectAllSorted(app, [mail])
})

/** Ids of the messages whose notifications the web node has confirmed. */
async function acknowledged(app: AppHandle): Promise<string[]> {
  const sent = z.array(z.unknown()).parse(await app.control('GET', '/control/requests?service=graph-notify'))
  const confirmed = sent.flatMap((request) => Confirmed.safeParse(request).data ?? [])
  return confirmed.flatMap(({ body }) => body.value.map(({ resourceData }) => resourceData.id))
}
const Confirmed = z.object({
  status: z.literal(202),
  body: z.object({ value: z.array(z.object({ resourceData: z.object({ id: z.string() }) })) }),
})

async function storedIds(at: ClientConfig): Promise<string[]> {
  const client = new Client(at)
  await client.connect()
  const { rows } = await client.query<{ id: string }>(
    'select message_id as id from app.inbox_events union select message_id from email_processing_logs',
  )
  await client.end()
  return rows.map(({ id }) => id)
}
