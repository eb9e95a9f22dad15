import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { ImapFlow } from 'imapflow'
import { expect, test } from 'vitest'
import { startCuttingProxy } from '../../../../test/kit/cutting-proxy.ts'
import { describeWithDovecot } from '../../../../test/kit/describe-with-dovecot.ts'
import { startDovecot } from '../../../../test/kit/dovecot.ts'
import { addImapMailbox, imapMailbox } from '../../../../test/kit/imap-mailbox.ts'
import { callFunction, signUp } from '../../../../test/kit/outlook.ts'
import { appOfFile } from '../../../../test/kit/start-app.ts'
import { startNode } from '../../../../test/kit/start-node.ts'
import type { Context } from '../../../context.ts'
import { withTimeLimitsUpTo } from '../../../vendors/http/time-limit.ts'
import { withMailbox } from '../../providers/with-mailbox.ts'

const sender = 'billing@power.example'
const mailboxes = 100
const outageMinutes = 10
/** Probes of the server, and openings that began before its outage was known. */
const signInsPerMinute = 5

/** A port in front of the mail server that counts connections, and refuses them while `isDown`. */
async function startGate(port: number) {
  const sockets = new Set<Socket>()
  const state = { isDown: false, opened: 0 }
  const server = createServer((client) => {
    state.opened++
    client.on('error', () => undefined)
    if (state.isDown) return void client.destroy()
    const target = connect(port, '127.0.0.1')
    for (const socket of [client, target]) {
      sockets.add(socket)
      socket.on('error', () => undefined).on('close', () => [client, target].map((one) => one.destroy()))
    }
    client.pipe(target).pipe(client)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    state,
    cut: () => [...sockets].map((socket) => socket.destroy()),
    [Symbol.dispose]: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

describeWithDovecot('the connections of IMAP mailboxes', async (dovecot) => {
  const app = await appOfFile({ startsAt: null })

  async function watched(server: { host: string; port: number; password: string }, of = dovecot) {
    const at = await imapMailbox(app, of, { folders: ['Bills'], server })
    await at.instruct('Bills', sender)
    await app.advance('1 min')
    await at.subscribe()
    await app.runDueJobs()
    await expect.poll(() => of.commandsOf(at.address)).toContain('IDLE')
    return at
  }
  const bill = { subject: 'Bill', from: sender, text: 'The amount due is 41 euro.' }

  test('email is sorted by polling where the network swallows what the server announces', async () => {
    await using proxy = await startCuttingProxy({ port: dovecot.plainPort })
    const at = await watched({ host: proxy.host, port: proxy.port, password: dovecot.password })
    await at.work('catch-up')
    // What is open for work closes after some seconds; the next attempt opens another connection.
    proxy.loseAll('swallow')
    await at.save(bill)
    const sorted = async () => {
      await app.advance('30 s')
      await at.work('reconcile-mailboxes')
      return at.atServer()
    }
    await withTimeLimitsUpTo(5000, () => expect.poll(sorted, { timeout: 120_000 }).toEqual({ Bills: ['Bill'] }))
  })

  test('IDLE is renewed, and a watch whose server is silent ends', async () => {
    await using proxy = await startCuttingProxy({ port: dovecot.plainPort })
    const at = await withTimeLimitsUpTo(4000, () =>
      watched({ host: proxy.host, port: proxy.port, password: dovecot.password }),
    )
    const idles = async () => (await dovecot.commandsOf(at.address)).filter((command) => command === 'IDLE').length
    await expect.poll(idles).toBeGreaterThan(2)
    const isWatched = async () =>
      (
        await app.ctx.db.asService((tx) =>
          tx
            .selectFrom('app.imap_connections')
            .select('watch_node')
            .where('mailbox_id', '=', at.mailboxId)
            .executeTakeFirstOrThrow(),
        )
      ).watch_node !== null
    expect(await isWatched()).toBe(true)
    proxy.loseAll('swallow')
    await expect.poll(isWatched).toBe(false)
  })

  test('two nodes and another client share the two connections that the server allows', async () => {
    await using limited = await startDovecot({ maxConnections: 2 })
    const at = await watched(limited, limited)
    await at.box((mailbox) => mailbox.inbox.count(null))
    const { host, port, certificate, password } = limited
    await using node = await startNode(app)
    const client = new ImapFlow({
      host,
      port,
      secure: true,
      auth: { user: at.address, pass: password },
      tls: { ca: certificate },
      logger: false,
    })
    // The connection for work has closed, and the first node still watches.
    await expect.poll(() => limited.commandsOf(at.address)).toContain('LOGOUT')
    await client.connect()
    const countBy = ({ ctx }: { ctx: Context }) =>
      withMailbox(ctx, at.mailboxId, (mailbox) => mailbox.inbox.count(null)).catch(String)
    const counted = async () => {
      await app.advance('16 min')
      return countBy(node)
    }
    await expect.poll(counted, { timeout: 120_000 }).toBe(0)
    const counts = Array.from({ length: 10 }, (_, n) => countBy(n % 2 === 0 ? app : node))
    expect(await Promise.all(counts)).toEqual(counts.map(() => 0))
    await at.save(bill)
    await at.sorted(1)
    expect(await at.atServer()).toEqual({ Bills: ['Bill'] })
    await client.logout()
  })

  test(`${mailboxes} mailboxes of a server that is down ask it a few times a minute`, {
    timeout: 1_200_000,
  }, async () => {
    using gate = await startGate(dovecot.port)
    const who = await signUp(app)
    const server = { host: dovecot.host, port: gate.port, password: dovecot.password }
    const ids: string[] = []
    for (let n = 0; n < mailboxes; n++) {
      const address = await dovecot.newMailbox()
      const mailboxId = await addImapMailbox(app, who.userId, { address, server, smtpPort: 1 })
      ids.push(mailboxId)
      await callFunction(app, who, 'mail-webhook-management', { action: 'subscribe', mailboxId })
    }
    const minute = async (): Promise<number> => {
      const before = gate.state.opened
      await app.ctx.db.asService((tx) => app.ctx.jobs.enqueue(tx, 'reconcile-mailboxes', {}))
      await app.runDueJobs()
      await app.advance('1 min')
      return gate.state.opened - before
    }
    await minute()
    gate.state.isDown = true
    gate.cut()
    // Each mailbox may lose what it was doing when the outage began.
    await minute()
    const opened: number[] = []
    for (let n = 0; n < outageMinutes; n++) opened.push(await minute())
    expect(Math.max(...opened), opened.join(', ')).toBeLessThanOrEqual(signInsPerMinute)
    gate.state.isDown = false
    const allActive = async () => {
      await minute()
      const { rows } = await app.ctx.db.asService((tx) =>
        tx
          .selectFrom('app.imap_connections')
          .select('mailbox_id')
          .where('mailbox_id', 'in', ids)
          .where('watch_node', 'is not', null)
          .execute()
          .then((found) => ({ rows: found })),
      )
      return rows.length
    }
    await expect.poll(allActive, { timeout: 300_000 }).toBe(mailboxes)
  })
})
