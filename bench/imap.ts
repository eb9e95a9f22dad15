import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { grantPlan } from '../scripts/lib/demo-queries.ts'
import { callFunction, openProduct, signInOrUp } from '../scripts/lib/product-client.ts'
import { startDovecot, type Dovecot } from '../test/kit/dovecot.ts'
import { startBenchApp, type BenchApp } from './lib/bench-app.ts'
import { openImapFloor } from './lib/imap-floor.ts'
import { cpuMeter, perMessage } from './lib/measure-sorting.ts'
import { countFinished, instructFolder, lastFinishedAt, listSorted } from './lib/queries.ts'
import { measurement, measurementOfRounds, percentile, type Measurement } from './lib/report.ts'
import { rounds, scaled } from './lib/scale.ts'
import { waitUntil } from './lib/wait-until.ts'

const mailsAtOnce = scaled(300)
const loneMails = scaled(60)
/** Long enough that a message is sorted before the next one arrives. */
const loneMs = 1000

/**
 * Emails of one mailbox at Dovecot: sorted per second by one worker, and from delivery to move, beside a program that
 * reads and moves them with the fewest commands. The rounds alternate.
 */
export async function imap(): Promise<Measurement[]> {
  await using dovecot = await startDovecot()
  await using stage = await startBenchApp({ env: { NODE_EXTRA_CA_CERTS: dovecot.certificateFile } })
  await using workers = new AsyncDisposableStack()
  const { child } = workers.use(await stage.startWorker({ profile: process.env['BENCH_PROFILES'] }))
  const cpu = cpuMeter(stage, [child.pid ?? 0])
  const product = await connect(stage, dovecot)
  const bare = await newMailbox(dovecot)
  await using floor = await openImapFloor({ ...dovecot, user: bare })
  const mailbox: Measured = { stage, dovecot, ...product }
  await sortMany(mailbox)
  const [rates, floors, waits, floorWaits]: [number[], number[], number[][], number[][]] = [[], [], [], []]
  const before = await cpu()
  const commandsBefore = (await dovecot.commandsOf(product.address)).length
  for (let round = 0; round < rounds; round++) {
    floors.push(await sortManyByFloor(dovecot, bare, floor))
    rates.push(await sortMany(mailbox))
  }
  const cost = perMessage(rounds * mailsAtOnce, 1, before, await cpu())
  const commands = (await dovecot.commandsOf(product.address)).length - commandsBefore
  await using writer = await openImapFloor({ ...dovecot, user: product.address })
  await using floorWriter = await openImapFloor({ ...dovecot, user: bare })
  for (let round = 0; round < rounds; round++) {
    floorWaits.push(await floorLatency(floor, floorWriter))
    waits.push(await latency(mailbox, writer))
  }
  return [
    measurementOfRounds('sorted, 1 worker', 'per second', rates, floors, `${mailsAtOnce} emails at once`),
    measurement('worker, CPU per email', 'ms', cost.workerMs, null),
    measurement('database, CPU per email', 'ms', cost.databaseMs, null),
    measurement('commands per email', '', commands / (rounds * mailsAtOnce), 3),
    ...[50, 95].map((part) => {
      const at = (round: number[]): number => percentile(round, part / 100)
      const what = `lone email, delivered to moved, p${part}`
      return measurementOfRounds(what, 'ms', waits.map(at), floorWaits.map(at), `${loneMails} emails a round`, 2000)
    }),
  ]
}

interface Measured {
  stage: BenchApp
  dovecot: Dovecot
  mailboxId: string
  address: string
}

async function newMailbox(dovecot: Dovecot): Promise<string> {
  const address = await dovecot.newMailbox()
  await dovecot.createFolder(address, 'Invoices')
  return address
}

async function connect(stage: BenchApp, dovecot: Dovecot): Promise<{ mailboxId: string; address: string }> {
  const address = await newMailbox(dovecot)
  const product = await openProduct(stage.url)
  const user = await signInOrUp(product, 'bench-imap@people.example', 'seven green bicycles')
  await grantPlan(stage.ctx.db, user.userId, 25_000)
  const { host, port, password } = dovecot
  const connected = await callFunction(product, user, 'mail-authentication', {
    action: 'connect-imap',
    email: address,
    password,
    imap: { host, port, security: 'tls' },
  })
  const { mailboxId } = z.object({ mailboxId: z.string() }).parse(connected)
  await waitUntil('Listing the folders', () => instructFolder(stage.ctx.db, mailboxId, 'Invoices', sender))
  await callFunction(product, user, 'mail-webhook-management', { action: 'subscribe', mailboxId })
  return { mailboxId, address }
}

const sender = 'billing@power.example'
let written = 0

function mime(): { subject: string; text: string } {
  const subject = `Invoice ${++written} for your electricity`
  const lines = [
    `From: Power <${sender}>`,
    'To: me@people.example',
    `Subject: ${subject}`,
    `Message-ID: <${written}@power.example>`,
    `Date: ${new Date().toUTCString()}`,
    '',
    'The amount due is 40 euro.',
    '',
  ]
  return { subject, text: lines.join('\r\n') }
}

/** All at once, from another mailbox. */
async function deliverMany(dovecot: Dovecot, address: string): Promise<void> {
  const source = await dovecot.newMailbox()
  await using writer = await openImapFloor({ ...dovecot, user: source })
  for (let n = 0; n < mailsAtOnce; n++) await writer.append(mime().text)
  await dovecot.doveadm('move', '-u', address, 'INBOX', 'user', source, 'mailbox', 'INBOX', 'all')
}

async function sortMany({ stage, dovecot, mailboxId, address }: Measured): Promise<number> {
  const { db } = stage.ctx
  const before = await countFinished(db, [mailboxId])
  await deliverMany(dovecot, address)
  const begun = Date.now()
  const done = async (): Promise<boolean> => (await countFinished(db, [mailboxId])) >= before + mailsAtOnce
  await waitUntil('Sorting all messages', done, 250)
  return mailsAtOnce / (((await lastFinishedAt(db, [mailboxId])).getTime() - begun) / 1000)
}

type Floor = Awaited<ReturnType<typeof openImapFloor>>

async function sortManyByFloor(dovecot: Dovecot, address: string, floor: Floor): Promise<number> {
  await deliverMany(dovecot, address)
  const begun = performance.now()
  const { length } = await floor.sortAll()
  return length / ((performance.now() - begun) / 1000)
}

async function deliverOneByOne(writer: Floor): Promise<Map<string, number>> {
  const delivered = new Map<string, number>()
  for (let n = 0; n < loneMails; n++) {
    const { subject, text } = mime()
    await writer.append(text)
    delivered.set(subject, Date.now())
    await delay(loneMs)
  }
  return delivered
}

const waitsOf = (delivered: Map<string, number>, moved: ReadonlyMap<string, number>): number[] =>
  [...delivered].map(([subject, at]) => (moved.get(subject) ?? Number.NaN) - at)

async function floorLatency(floor: Floor, writer: Floor): Promise<number[]> {
  const moving = floor.sortOnArrival(loneMails)
  return waitsOf(await deliverOneByOne(writer), await moving)
}

async function latency({ stage, mailboxId }: Measured, writer: Floor): Promise<number[]> {
  const { db } = stage.ctx
  const before = await countFinished(db, [mailboxId])
  const delivered = await deliverOneByOne(writer)
  await waitUntil('Sorting', async () => (await countFinished(db, [mailboxId])) >= before + loneMails, 250)
  const rows = await listSorted(db, [mailboxId])
  return waitsOf(delivered, new Map(rows.map(({ subject, movedAt }) => [subject ?? '', movedAt?.getTime() ?? 0])))
}
