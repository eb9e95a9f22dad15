import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { version } from './shared/version.ts'

/** The state that the database has now. */
export interface MetricsState {
  /** Each provider, and whether it has an outage. */
  providers: ReadonlyMap<string, boolean>
  waiting: number
  oldestSeconds: number
  mailboxes: { status: string; count: number }[]
  /** Those whose new email is sorted. */
  sortingMailboxes: number
  /** When the newest one of BACKUP_DIR was written; null: no backups are made. */
  backups: { newest: Date | null } | null
  /** When the client secret or certificate of Microsoft expires; null where that is not known. */
  secretExpires: Date | null
}

/** Reason of each event whose first occurrence an alert has to notice: an increase needs a value before it. */
const alertedEvents: Record<string, readonly string[]> = {
  self_check_difference: [
    'message_lost',
    'message_late',
    'catch_up_late',
    'effect_doubled',
    'count_wrong',
    'subscription_lost',
  ],
  message_sorted: ['classifier'],
  message_left: ['no_match'],
  message_failed: [''],
  background_error: [''],
  job_failed: [''],
  request_failed: [''],
}

/** Of a request of the page or a webhook, and from the arrival of an email until it is sorted. */
const requestBuckets = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const sortingBuckets = [1, 2, 5, 10, 30, 60, 300, 1800, 7200]

/** What Prometheus reads from a node. docs/operations.md lists the metrics. */
export function createMetrics() {
  const registry = new Registry()
  const own = { registers: [registry] }
  const gauge = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge({ name, help, labelNames, ...own })
  const events = new Counter({
    name: 'mailroom_events_total',
    help: 'Business events by name and, where there is one, reason',
    labelNames: ['event', 'reason'],
    ...own,
  })
  for (const [event, reasons] of Object.entries(alertedEvents))
    for (const reason of reasons) events.inc({ event, reason }, 0)
  const requests = new Histogram({
    name: 'mailroom_request_seconds',
    help: 'Seconds until a request is answered, by route and status',
    labelNames: ['route', 'status'],
    buckets: requestBuckets,
    ...own,
  })
  const sorting = new Histogram({
    name: 'mailroom_sorting_seconds',
    help: 'Seconds from the arrival of an email until it is sorted',
    buckets: sortingBuckets,
    ...own,
  })
  const outages = gauge('mailroom_provider_outage', '1 while the circuit breaker of the provider is open', ['provider'])
  const waiting = gauge('mailroom_queue_waiting', 'Due jobs that no worker has started')
  const oldest = gauge('mailroom_queue_oldest_seconds', 'How long the oldest due job has waited')
  const mailboxes = gauge('mailroom_mailboxes', 'Mailboxes by state', ['state'])
  const sortingMailboxes = gauge('mailroom_sorting_mailboxes', 'Mailboxes whose new email is sorted')
  const newestBackup = gauge('mailroom_backup_timestamp_seconds', 'When the newest backup was written; 0: none yet')
  const expiry = gauge('mailroom_secret_expiry_timestamp_seconds', "When Microsoft's client secret expires; 0: unknown")
  return {
    count: (event: string, reason: string, by = 1): void => events.inc({ event, reason }, by),
    requestAnswered: (at: { route: string; status: number; seconds: number }): void =>
      requests.observe({ route: at.route, status: at.status }, at.seconds),
    emailSorted: (seconds: number): void => sorting.observe(seconds),
    setState(state: MetricsState): void {
      for (const [provider, isDown] of state.providers) outages.set({ provider }, Number(isDown))
      waiting.set(state.waiting)
      oldest.set(state.oldestSeconds)
      mailboxes.reset()
      for (const { status, count } of state.mailboxes) mailboxes.set({ state: status }, count)
      sortingMailboxes.set(state.sortingMailboxes)
      if (state.backups === null) newestBackup.remove()
      else newestBackup.set((state.backups.newest?.getTime() ?? 0) / 1000)
      expiry.set((state.secretExpires?.getTime() ?? 0) / 1000)
    },
    /** Prometheus text. */
    text: () => Registry.merge([registry, processRegistry()]).metrics(),
  }
}

/** Of this process: a vendor client has no context. */
const calls = new Counter({
  name: 'mailroom_calls_total',
  help: 'Calls to outside services by outcome: an HTTP status, or the code of a failure',
  labelNames: ['vendor', 'outcome'],
  registers: [],
})
export const countCall = (vendor: string, outcome: string): void => calls.inc({ vendor, outcome })

let ofProcess: Registry | null = null
/** Begins with the first reading: what the process uses is not observed where nobody reads it. */
function processRegistry(): Registry {
  if (ofProcess) return ofProcess
  ofProcess = new Registry()
  collectDefaultMetrics({ register: ofProcess })
  ofProcess.registerMetric(calls)
  new Gauge({ name: 'mailroom_build_info', help: 'Version', labelNames: ['version'], registers: [ofProcess] }).set(
    { version },
    1,
  )
  return ofProcess
}
