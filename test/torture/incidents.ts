import fc from 'fast-check'
import type { Incident as ImapFault } from '../kit/cutting-proxy.ts'
import { nodeLifetimeMs } from '../../server/db/presence.ts'

/** What happens to the running system besides the killed workers. */
export type Incident =
  /** A worker process stops for longer than another node waits for it, and continues. */
  | { kind: 'suspend'; forMs: number }
  /** All connections to the database are closed. */
  | { kind: 'cut-connections' }
  /** PostgreSQL shuts down and starts again. */
  | { kind: 'restart-database' }
  /** PostgreSQL is killed and recovers from its log. */
  | { kind: 'crash-database' }
  /** The disk of the database is full for a while. */
  | { kind: 'fill-disk'; forMs: number }
  /** The web node is killed and started again. */
  | { kind: 'crash-web' }
  /** The clock of a worker process jumps. */
  | { kind: 'clock-jump'; byMs: number }
  /** The user moves sorted messages back to the inbox. */
  | { kind: 'move-back'; mails: number }
  /** Calls that create a draft outlast the node that makes them. */
  | { kind: 'slow-calls'; fault: OutlookFault }
  /** Calls to Outlook fail for a while. */
  | { kind: 'outlook-fault'; fault: OutlookFault }
  /** The connection of an IMAP mailbox is lost at the next such command. */
  | { kind: 'imap-fault'; fault: ImapFault }

/** A fault of the sandbox's control API. */
interface OutlookFault {
  service: 'graph' | 'graph-notify' | 'graph-deliver' | 'entra'
  method?: string
  path: string
  when?: 'before' | 'after'
  status?: number
  retryAfter?: number
  delayMs?: number
  drop?: boolean
  duplicate?: boolean
  times: number
}

const imapFault: fc.Arbitrary<ImapFault> = fc.record({
  command: fc.constantFrom(
    /^(?:UID )?MOVE/,
    /^UID FETCH/,
    /^APPEND/,
    /^UID SEARCH/,
    /^(?:SELECT|EXAMINE)/,
    /^IDLE/,
    /^(?:LOGIN|AUTHENTICATE)/,
  ),
  at: fc.constantFrom('before' as const, 'unanswered' as const, 'answered' as const),
  // A swallowed command ends by the time limit of a minute.
  how: fc.oneof({ weight: 9, arbitrary: fc.constant('cut' as const) }, fc.constant('swallow' as const)),
})

const HOUR = 3_600_000
/** What a response with 429 requests. */
export const retryAfterSeconds = 10
const times = { min: 1, max: 6 }
const outlookFault: fc.Arbitrary<OutlookFault> = fc.oneof(
  fc.record({
    service: fc.constant('graph' as const),
    method: fc.constant('POST'),
    path: fc.constantFrom('/move$', '/createReply$', '/messages$'),
    when: fc.constantFrom('before' as const, 'after' as const),
    status: fc.constantFrom(500, 502, 503, 504),
    times: fc.integer(times),
  }),
  fc.record({
    service: fc.constant('graph' as const),
    path: fc.constantFrom('/messages/', '/delta', '/mailFolders'),
    status: fc.constantFrom(500, 503, 504),
    times: fc.integer(times),
  }),
  fc.record({
    service: fc.constant('graph' as const),
    path: fc.constant('/messages/'),
    status: fc.constant(429),
    retryAfter: fc.constant(retryAfterSeconds),
    times: fc.constant(1),
  }),
  fc.record({
    service: fc.constant('graph' as const),
    path: fc.constant('/messages/'),
    when: fc.constantFrom('before' as const, 'after' as const),
    drop: fc.constant(true),
    times: fc.integer(times),
  }),
  fc.record({
    service: fc.constantFrom('graph-notify' as const, 'graph-deliver' as const),
    path: fc.constant('.*'),
    drop: fc.constant(true),
    times: fc.integer(times),
  }),
  fc.record({
    service: fc.constant('graph-notify' as const),
    path: fc.constant('.*'),
    duplicate: fc.constant(true),
    times: fc.integer({ min: 5, max: 20 }),
  }),
)

/** A call takes effect after another node has noticed the death of its own, and before its time limit. */
const slowCalls: fc.Arbitrary<OutlookFault> = fc.record({
  service: fc.constant('graph' as const),
  method: fc.constant('POST'),
  path: fc.constant('/createReply$'),
  delayMs: fc.integer({ min: nodeLifetimeMs + 2000, max: nodeLifetimeMs + 5000 }),
  times: fc.integer({ min: 2, max: 4 }),
})

const incident: fc.Arbitrary<Incident> = fc.oneof(
  { weight: 16, arbitrary: fc.record({ kind: fc.constant('outlook-fault' as const), fault: outlookFault }) },
  { weight: 16, arbitrary: fc.record({ kind: fc.constant('imap-fault' as const), fault: imapFault }) },
  {
    weight: 8,
    arbitrary: fc.record({ kind: fc.constant('move-back' as const), mails: fc.integer({ min: 1, max: 4 }) }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('slow-calls' as const), fault: slowCalls }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('cut-connections' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('suspend' as const), forMs: fc.integer({ min: 500, max: 15_000 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart-database' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('crash-database' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('fill-disk' as const), forMs: fc.integer({ min: 500, max: 8000 }) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('crash-web' as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('clock-jump' as const), byMs: fc.integer({ min: -HOUR, max: HOUR }) }),
  },
)

/** One killed worker with what happens before. */
interface Round {
  incidents: Incident[]
  /** Time between the delivery of messages and the kill; null: the worker is killed at a crash point. */
  killAfterMs: number | null
  /** Which of the workers is killed. */
  victim: number
}

/** The plan of a run; the same for the same seed. */
export function planRounds(rounds: number, seed: number): Round[] {
  const round = fc.record({
    incidents: fc.array(incident, { maxLength: 2 }),
    killAfterMs: fc.option(fc.integer({ min: 0, max: 600 }), { freq: 2 }),
    victim: fc.nat({ max: 100 }),
  })
  return fc.sample(round, { numRuns: rounds, seed })
}
