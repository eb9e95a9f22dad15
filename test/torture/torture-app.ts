import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { startBenchApp, type BenchApp } from '../../bench/lib/bench-app.ts'
import { deliver, type BenchMailbox } from '../../bench/lib/mailboxes.ts'
import type { Running } from '../../scripts/lib/child-processes.ts'
import { createActingMailbox, graphCalls, messagesOf, moveByUser, type GraphCall } from './mailboxes.ts'

/** A mailbox with what the run did to it. */
interface TorturedMailbox extends BenchMailbox {
  delivered: Set<string>
  /** Messages in the mailbox before the first delivery. */
  before: number
  /** Message id → time at which the user moved it back to the inbox. */
  movedBack: Map<string, Date>
}

const cutConnections = `select count(pg_terminate_backend(pid)) from pg_stat_activity
  where pid <> pg_backend_pid() and datname is not null`

/** The product in processes of its own: a web node and some workers on one database, with two mailboxes. */
export class TortureApp implements AsyncDisposable {
  readonly bench: BenchApp
  readonly mailboxes: readonly TorturedMailbox[]
  readonly calls = new Map<string, GraphCall>()
  private readonly workers: Running[] = []
  private readonly parts: AsyncDisposableStack
  private sent = 0

  private constructor(bench: BenchApp, mailboxes: readonly TorturedMailbox[], parts: AsyncDisposableStack) {
    this.bench = bench
    this.mailboxes = mailboxes
    this.parts = parts
  }

  static async start(nodes: number): Promise<TortureApp> {
    await using parts = new AsyncDisposableStack()
    const bench = parts.use(await startBenchApp({ logLevel: 'silent' }))
    const mailboxes: TorturedMailbox[] = []
    for (let n = 0; n < 2; n++) {
      const mailbox = await createActingMailbox(bench)
      const before = (await messagesOf(bench, mailbox)).length
      mailboxes.push({ ...mailbox, before, delivered: new Set(), movedBack: new Map() })
    }
    const app = new TortureApp(bench, mailboxes, parts.move())
    for (let n = 0; n < nodes; n++) app.workers.push(await bench.startWorker())
    return app
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stopWorkers()
    await this.parts.disposeAsync()
  }

  /** Delivers messages to the mailboxes in turn. */
  async deliver(count: number): Promise<void> {
    for (let n = 0; n < count; n++) {
      const mailbox = this.mailboxes[this.sent % this.mailboxes.length]
      // Three quarters are invoices, which have an action.
      const kind = this.sent % 8 < 6 ? 0 : 1
      const number = 1000 + 2 * this.sent++ + kind
      if (mailbox) mailbox.delivered.add(await deliver(this.bench, mailbox.email, number))
    }
  }

  /** Kills a worker and starts another. */
  async killWorker(victim: number): Promise<void> {
    const at = victim % this.workers.length
    const [worker] = this.workers.splice(at, 1)
    worker?.child.kill('SIGKILL')
    await worker?.exited
    this.workers.push(await this.bench.startWorker())
  }

  /** The worker that started last goes on after the time, even if it is killed before. */
  async suspendWorker(forMs: number): Promise<void> {
    const worker = this.workers.at(-1)
    worker?.child.kill('SIGSTOP')
    await delay(forMs)
    worker?.child.kill('SIGCONT')
  }

  cutConnections(): Promise<object> {
    return this.untilDatabaseResponds(cutConnections)
  }

  /** Stops PostgreSQL, which the nodes start again. */
  async stopDatabase(signal: 'SIGINT' | 'SIGKILL'): Promise<void> {
    const file = await this.untilDatabaseResponds<{ pid: string }>(`select pg_read_file('postmaster.pid') as pid`)
    process.kill(Number.parseInt(file.pid, 10), signal)
    await this.untilDatabaseResponds('select 1')
  }

  /** Tries until the database, which other incidents may have stopped as well, responds with a row. */
  private async untilDatabaseResponds<Row extends object>(statement: string): Promise<Row> {
    for (;;) {
      const client = new pg.Client(this.bench.owner)
      client.on('error', () => undefined)
      try {
        await client.connect()
        const { rows } = await client.query<Row>(statement)
        if (rows[0]) return rows[0]
      } catch {
        // It is still starting.
      } finally {
        await client.end().catch(() => undefined)
      }
      await delay(100)
    }
  }

  /**
   * The user takes the latest sorted newsletters back, while others arrive. Invoices stay, because the classifier
   * learns from this.
   */
  async moveBack(count: number): Promise<void> {
    for (const mailbox of this.mailboxes) {
      const sorted = (await messagesOf(this.bench, mailbox)).filter(
        ({ id, folder }) => folder === 'Newsletters' && mailbox.delivered.has(id),
      )
      for (const { id } of sorted.slice(-count)) {
        await moveByUser(this.bench, mailbox.email, id, 'Inbox')
        mailbox.movedBack.set(id, new Date())
      }
    }
  }

  /** Keeps the calls so far, because the sandbox forgets the oldest ones. */
  async rememberCalls(): Promise<void> {
    for (const call of await graphCalls(this.bench)) this.calls.set(`${call.requestId} ${call.at}`, call)
  }

  private async stopWorkers(): Promise<void> {
    for (const worker of this.workers) {
      worker.child.kill('SIGCONT')
      await worker[Symbol.asyncDispose]()
    }
  }
}
