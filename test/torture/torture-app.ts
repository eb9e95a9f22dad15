import { setTimeout as delay } from 'node:timers/promises'
import type { Incident as ImapFault } from '../kit/cutting-proxy.ts'
import { startBenchParts, type BenchApp } from '../../bench/lib/bench-app.ts'
import type { BenchMailbox } from '../../bench/lib/mailboxes.ts'
import type { Running } from '../../scripts/lib/child-processes.ts'
import { readAttempts, recordAttempts, type AttemptChange } from './attempt-history.ts'
import { CrashPoints } from './crash-points.ts'
import { Interruptions } from './interruptions.ts'
import { startImapServer, type ImapServerOfRun } from './imap-mailboxes.ts'
import {
  createActingMailbox,
  fileOnceRead,
  graphCalls,
  type GraphCall,
  type MailboxOfRun,
  type MailKind,
} from './mailboxes.ts'
import { msUntilMonthEnd } from './month-end.ts'
import type { TortureOptions } from './options.ts'
import { untilDatabaseResponds } from './query-database.ts'
import { mountSmallDisk, smallDiskSettings, type SmallDisk } from './small-disk.ts'

/** A mailbox with what the run did to it. */
interface TorturedMailbox extends BenchMailbox, MailboxOfRun {
  isOutlook: boolean
  /** Key of the message → kind. */
  delivered: Map<string, MailKind>
  /** Messages in the mailbox before the first delivery. */
  before: number
  /** Key of the message → time at which the user moved it back to the inbox. */
  movedBack: Map<string, Date>
}

type MailboxOptions = Pick<TortureOptions, 'outlook' | 'imap' | 'later'>

interface StartOptions extends MailboxOptions {
  /** Worker processes. */
  nodes: number
  /** The month of all clocks ends this long after the start. */
  monthEndAfterMs: number
}

const cutConnections = `select count(pg_terminate_backend(pid)) from pg_stat_activity
  where pid <> pg_backend_pid() and datname is not null`

const offsetWithImapMaxMs = 6 * 24 * 60 * 60_000
const START_MAX_ATTEMPTS = 60
/** How long a worker may take to reach the crash point at which it is to die. */
const CRASH_POINT_TIMEOUT_MS = 3000

/** A worker that is dead already gets no message; without a callback, the process would end with the error. */
const send = (worker: Running | undefined, message: object): void => void worker?.child.send(message, () => undefined)

/** Like a supervisor: a node whose start meets an outage of the database exits, and is started again. */
async function untilStarted(start: () => Promise<Running>): Promise<Running> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await start()
    } catch (error) {
      if (attempt === START_MAX_ATTEMPTS) throw error
      await delay(1000)
    }
  }
}

/** The product in processes of its own: a web node and some workers on one database, with some mailboxes. */
export class TortureApp implements AsyncDisposable {
  readonly bench: BenchApp
  readonly mailboxes: TorturedMailbox[] = []
  readonly calls = new Map<string, GraphCall>()
  readonly crashPoints = new CrashPoints()
  readonly interruptions: Interruptions
  private readonly workers: Running[] = []
  private web: Running | null = null
  private readonly disk: SmallDisk | null
  private readonly imapServer: ImapServerOfRun | null
  private readonly parts: AsyncDisposableStack
  /** Time of the run minus the real one. */
  private readonly offsetMs: number
  private sent = 0
  private isOver = false
  /** Nodes that no incident has ended. */
  readonly endedByThemselves: string[] = []

  private constructor(
    bench: BenchApp,
    { disk, imapServer }: { disk: SmallDisk | null; imapServer: ImapServerOfRun | null },
    offsetMs: number,
    parts: AsyncDisposableStack,
  ) {
    this.bench = bench
    this.interruptions = new Interruptions(bench.ctx.clock)
    this.offsetMs = offsetMs
    this.disk = disk
    this.imapServer = imapServer
    this.parts = parts
  }

  static async start({ nodes, outlook, imap, later, monthEndAfterMs }: StartOptions): Promise<TortureApp> {
    await using parts = new AsyncDisposableStack()
    const disk = await mountSmallDisk()
    if (disk) parts.use(disk)
    const imapServer = imap > 0 ? parts.use(await startImapServer()) : null
    // The sandbox's clock moves by whole seconds.
    const wholeOffsetMs = Math.round((msUntilMonthEnd(new Date()) - monthEndAfterMs) / 1000) * 1000
    // The clock of Dovecot cannot be moved, and its email must not be old: beside it the month ends in its last days.
    const offsetMs = imapServer && wholeOffsetMs > offsetWithImapMaxMs ? 0 : wholeOffsetMs
    const bench = parts.use(
      await startBenchParts({
        logLevel: 'silent',
        ...(disk ? { folder: disk.folder, databaseSettings: smallDiskSettings } : {}),
        clock: { now: () => new Date(Date.now() + offsetMs) },
        env: {
          TORTURE_CLOCK_OFFSET_MS: String(offsetMs),
          ...(imapServer && { NODE_EXTRA_CA_CERTS: imapServer.certificateFile }),
        },
        execArgv: ['--import', './test/torture/node-hooks.ts'],
      }),
    )
    await bench.control('POST', '/control/clock', { advance: `PT${offsetMs / 1000}S` })
    await recordAttempts(bench.owner)
    const app = new TortureApp(bench, { disk, imapServer }, offsetMs, parts.move())
    await app.startNodes(nodes, { outlook, imap, later })
    return app
  }

  private async startNodes(workers: number, { outlook, imap, later }: MailboxOptions): Promise<void> {
    this.web = await this.bench.startWeb()
    for (let n = 0; n < outlook; n++) await this.addMailbox(await createActingMailbox(this.bench), true)
    const { imapServer } = this
    if (imapServer)
      for (let n = 0; n < imap; n++) await this.addMailbox(await imapServer.createMailbox(this.bench), false)
    if (later) for (const mailbox of this.mailboxes) await fileOnceRead(this.bench, mailbox)
    for (let n = 0; n < workers; n++) await this.startWorker()
  }

  private async addMailbox(mailbox: BenchMailbox & MailboxOfRun, isOutlook: boolean): Promise<void> {
    const before = (await mailbox.messages()).length
    this.mailboxes.push({
      ...mailbox,
      isOutlook,
      before,
      delivered: new Map(),
      movedBack: new Map(),
    })
  }

  private async startWorker(): Promise<void> {
    const worker = await untilStarted(() => this.bench.startWorker())
    this.crashPoints.watch(worker)
    this.interruptions.watch(worker)
    this.workers.push(worker)
    worker.child.once('exit', (code, signal) => {
      if (signal === null && !this.isOver) this.endedByThemselves.push(`15: a node ended with ${code}`)
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.isOver = true
    for (const node of [...this.workers, ...(this.web ? [this.web] : [])]) {
      node.child.kill('SIGCONT')
      await node[Symbol.asyncDispose]()
    }
    await this.parts.disposeAsync()
  }

  /** What this machine does not permit. */
  get leftOut(): string[] {
    return this.disk ? [] : ['fill-disk: this process may not mount a file system']
  }

  /** Delivers messages to the mailboxes in turn. */
  async deliver(count: number): Promise<void> {
    for (let n = 0; n < count; n++) {
      const mailbox = this.mailboxes[this.sent % this.mailboxes.length]
      // Three quarters are invoices, which have an action.
      const kind = this.sent % 8 < 6 ? 'invoice' : 'newsletter'
      const number = 1000 + 2 * this.sent++ + (kind === 'invoice' ? 0 : 1)
      const id = await mailbox?.deliver(number)
      if (id !== undefined) mailbox?.delivered.set(id, kind)
    }
  }

  /** The user reads everything in the inboxes. */
  async readInboxes(): Promise<void> {
    for (const mailbox of this.mailboxes) await mailbox.readInbox()
  }

  /** Makes a worker kill itself at the next crash point. @returns function that kills it if it does not get there */
  aimAtPoint(victim: number): () => Promise<void> {
    const worker = this.workers[victim % this.workers.length]
    const point = this.crashPoints.next()
    if (point !== null) send(worker, { crashAt: point })
    return async () => {
      await Promise.race([worker?.exited, delay(CRASH_POINT_TIMEOUT_MS)])
      if (point !== null && worker?.child.signalCode === 'SIGKILL') this.crashPoints.recordKill(point)
      await this.killWorker(victim)
    }
  }

  /** Kills a worker and starts another. */
  async killWorker(victim: number): Promise<void> {
    const [worker] = this.workers.splice(victim % this.workers.length, 1)
    worker?.child.kill('SIGKILL')
    await worker?.exited
    await this.startWorker()
  }

  async crashWeb(): Promise<void> {
    const { web } = this
    // Another incident is starting it.
    if (!web) return
    this.web = null
    web.child.kill('SIGKILL')
    await web.exited
    this.web = await untilStarted(() => this.bench.startWeb())
  }

  /** The clock of the worker that started last. */
  async jumpClock(byMs: number): Promise<void> {
    send(this.workers.at(-1), { jumpByMs: byMs })
  }

  async fillDisk(forMs: number): Promise<void> {
    const { disk } = this
    if (!disk) return
    await this.interruptions.ofDatabase(async () => {
      await disk.fill()
      await delay(forMs)
      await disk.empty()
    })
  }

  /** The worker that started last goes on after the time, even if it is killed before. */
  async suspendWorker(forMs: number): Promise<void> {
    const worker = this.workers.at(-1)
    if (!worker) return
    await this.interruptions.ofNode(worker, async () => {
      worker.child.kill('SIGSTOP')
      await delay(forMs)
      worker.child.kill('SIGCONT')
    })
  }

  cutConnections(): Promise<object> {
    return this.interruptions.ofDatabase(() => untilDatabaseResponds(this.bench.owner, cutConnections))
  }

  /** Stops PostgreSQL, which the nodes start again. */
  async stopDatabase(signal: 'SIGINT' | 'SIGKILL'): Promise<void> {
    const { owner } = this.bench
    const file = await untilDatabaseResponds<{ pid: string }>(owner, `select pg_read_file('postmaster.pid') as pid`)
    await this.interruptions.ofDatabase(() => {
      process.kill(Number.parseInt(file.pid, 10), signal)
      return untilDatabaseResponds(owner, 'select 1')
    })
  }

  /**
   * The user takes the latest sorted newsletters back, while others arrive. Invoices stay, because the classifier
   * learns from this.
   */
  async moveBack(count: number): Promise<void> {
    for (const mailbox of this.mailboxes) {
      const sorted = (await mailbox.messages()).filter(
        ({ id, folder }) => folder === 'Newsletters' && mailbox.delivered.has(id),
      )
      for (const { id } of sorted.slice(-count)) {
        const movedAt = mailbox.movedBack.get(id) ?? this.bench.ctx.clock.now()
        mailbox.movedBack.set(id, movedAt)
        await mailbox.moveToInbox(id)
      }
    }
  }

  /** Ends when it has happened, which may be never. */
  async interruptImap(fault: ImapFault): Promise<void> {
    void this.imapServer?.interrupt(fault, this.bench.ctx.clock)
  }

  attemptsOf({ mailboxId }: TorturedMailbox): Promise<AttemptChange[]> {
    return readAttempts(this.bench.owner, mailboxId, this.offsetMs)
  }

  /** Keeps the calls so far, because the sandbox forgets the oldest ones. */
  async rememberCalls(): Promise<void> {
    for (const call of await graphCalls(this.bench)) this.calls.set(`${call.requestId} ${call.at}`, call)
  }
}
