import type { Logger } from 'pino'
import type { LiveEvent } from '../contract/live-events.ts'
import type { ReasonCode } from '../contract/reasons.ts'
import { createMetrics, type MetricsState } from './metrics.ts'
import { addToSpan, type SpanFields } from './tracing.ts'
import type { VendorError } from './vendors/http/vendor-error.ts'

/** Differences that the alert lists; all are counted. */
const loggedDifferences = 50
/** Characters of an error's message that are logged. */
const loggedErrorMaxLength = 200

/**
 * One function per business event: a log line and a counter. Ids and codes only: no message text, address or secret.
 * They never throw. Live events for the page are published with the transaction that changes the data
 * (`db/live-events.ts`).
 */
export interface Events {
  requestFailed(at: { requestId: string; method: string; route: string; error: unknown }): void
  signedUp(at: { userId: string }): void
  signedIn(at: { userId: string; sessionId: string }): void
  signInRefused(at: { reason: string }): void
  refreshTokenReused(at: { userId: string; sessionId: string }): void
  signedOut(at: { userId: string; scope: string; sessions: number }): void
  passwordChanged(at: { userId: string }): void
  signingKeyCreated(at: { kid: string }): void
  emailChanged(at: { userId: string }): void
  factorVerified(at: { userId: string; factorId: string; type: string }): void
  factorRemoved(at: { userId: string; factorId: string }): void
  secondFactorRefused(at: { userId: string; reason: string }): void
  recoveryCodesCreated(at: { userId: string }): void
  recoveryCodeUsed(at: { userId: string }): void
  identityLinked(at: { userId: string; provider: string }): void
  identityUnlinked(at: { userId: string; provider: string }): void
  accountDeleted(at: { userId: string }): void
  emailSent(at: { emailId: string; kind: string }): void
  emailDelayed(at: { emailId: string; kind: string; attempts: number; error: unknown }): void
  emailDropped(at: { emailId: string; kind: string; reason: 'expired' | 'refused' | 'no_mail_server' }): void
  mailboxConnected(at: { userId: string; mailboxId: string }): void
  mailboxDisconnected(at: { userId: string; mailboxId: string }): void
  mailboxNeedsSignIn(at: { mailboxId: string }): void
  /** A job skipped the mailbox: it is disconnected, unavailable, or needs a new sign-in. */
  mailboxSkipped(at: { mailboxId: string; job: string; reason: 'auth' | 'unavailable' | 'gone' }): void
  serviceConnected(at: { userId: string; provider: string }): void
  serviceConnectionFailed(at: { provider: string; reason: string }): void
  serviceDisconnected(at: { userId: string; provider: string }): void
  serviceNeedsSignIn(at: { userId: string; provider: string }): void
  checkoutStarted(at: { userId: string; attemptId: string }): void
  subscriptionChanged(at: { userId: string; status: string }): void
  addonsChanged(at: { userId: string; changeId: string; outcome: 'done' | 'pending' }): void
  billingFailed(at: { userId: string | null; error: VendorError & { param?: string } }): void
  /** A billing inconsistency that an operator must resolve. */
  billingAlert(at: { reason: string; userId?: string; eventId?: string }): void
  stripeEventHandled(at: { eventId: string; type: string; state: 'used' | 'ignored' | 'known' }): void
  stripeEventRefused(at: { reason: 'signature' | 'livemode' }): void
  foldersSynced(at: { mailboxId: string; folders: number }): void
  changeNotificationsSwitched(at: { mailboxId: string; on: boolean }): void
  changeNotificationsReceived(at: { accepted: number; refused: number }): void
  changeNotificationsRefused(at: { refused: number }): void
  catchUpCompleted(at: { mailboxId: string; found: number }): void
  messageSorted(at: { mailboxId: string; logId: string; by: string }): void
  messageLeft(at: { mailboxId: string; logId: string; reason: ReasonCode }): void
  messageFailed(at: { mailboxId: string; logId: string; reason: ReasonCode }): void
  messageCorrected(at: { mailboxId: string; logId: string; to: 'inbox' | 'folder' }): void
  correctionRetracted(at: { mailboxId: string; logId: string }): void
  /** So many moves by hand came at once that the user is asked. */
  movesNotLearned(at: { mailboxId: string; count: number }): void
  messageRetried(at: { mailboxId: string; attempts: number; vendorStatus: number | null }): void
  languageModelResponded(at: LanguageModelCall & { inputTokens: number; outputTokens: number }): void
  languageModelFailed(
    at: LanguageModelCall & { reason: 'budget' | 'failed'; vendorStatus: number | null; code: string | null },
  ): void
  actionFinished(at: { mailboxId: string; runId: string; type: string; status: string; reason: string }): void
  actionDelayed(at: { mailboxId: string; runId: string; attempts: number; vendorStatus: number | null }): void
  /** The one alert of an outage: `reason` is the code of the failure that opened the circuit breaker. */
  providerOutageStarted(at: { provider: string; reason: string; error: unknown }): void
  providerOutageEnded(at: { provider: string; seconds: number }): void
  selfCheckCompleted(at: { checked: number }): void
  /** The alert of a self-check: what Outlook and our rows disagree about. Counted by kind. */
  selfCheckDiffers(at: { differences: { mailboxId: string; kind: string; id?: string }[] }): void
  jobFailed(at: { job: string; jobId: string; error: unknown }): void
  backgroundError(at: { part: string; error: unknown }): void
  /** Measured, and not logged. */
  requestAnswered(at: { route: string; status: number; seconds: number }): void
  /** Measured, and not logged: from the arrival of an email until it is sorted. */
  sortingTook(seconds: number): void
  /** Prometheus text of what was counted and measured, and of the state that the database has now. */
  metrics(state?: MetricsState): Promise<string>
}

/** A request to the language model. Never its text: prompts contain mail. */
interface LanguageModelCall {
  userId: string
  logId: string | null
  purpose: string
  model: string
  /** Hash of the whole prompt: identifies repeated requests. */
  promptHash: string
}

/** PostgreSQL channel that carries live events to every node; the payload is a `LiveMessage`. */
export const liveChannel = 'mailroom_live'
export interface LiveMessage {
  userId: string
  event: LiveEvent
}

export function createEvents(log: Logger): Events {
  const metrics = createMetrics()
  const recorder = createRecorder(log, metrics.count)
  return {
    ...accountEvents(recorder),
    ...emailEvents(recorder),
    ...connectionEvents(recorder),
    ...billingEvents(recorder),
    ...mailboxEvents(recorder),
    ...messageEvents(recorder),
    requestFailed: (at) => recorder.failure('request_failed', at),
    jobFailed: (at) => recorder.failure('job_failed', at),
    backgroundError: (at) => recorder.failure('background_error', at),
    providerOutageStarted: (at) => recorder.failure('provider_outage_started', at),
    selfCheckCompleted: (at) => recorder.info('self_check_completed', at),
    selfCheckDiffers: ({ differences }) => {
      for (const { kind } of differences) recorder.count('self_check_difference', kind)
      const kinds = [...new Set(differences.map(({ kind }) => kind))].join(', ')
      const error = new Error(`${differences.length} differences between mailboxes and our rows: ${kinds}`)
      recorder.failure('self_check_differs', { differences: differences.slice(0, loggedDifferences), error })
    },
    providerOutageEnded: (at) => recorder.info('provider_outage_ended', at),
    requestAnswered: metrics.requestAnswered,
    sortingTook: metrics.emailSorted,
    metrics(state) {
      if (state) metrics.setState(state)
      return metrics.text()
    },
  }
}

interface EventRecorder {
  info: (event: string, at: object, reason?: string) => void
  /** For events that an operator should review, e.g. a token that may be stolen. */
  warn: (event: string, at: object) => void
  failure: (event: string, at: { error: unknown; differences?: object[] }) => void
  /** Logs at debug level and counts nothing. */
  debug: (event: string, at: object) => void
  count: (event: string, reason: string, by?: number) => void
}

function createRecorder(log: Logger, count: EventRecorder['count']): EventRecorder {
  return {
    info(event, at, reason = '') {
      count(event, reason)
      log.info({ event, ...at })
    },
    warn(event, at) {
      count(event, '')
      log.warn({ event, ...at })
    },
    failure(event, { error, ...at }) {
      count(event, '')
      log.error({ event, ...at, err: describeError(error) })
    },
    debug: (event, at) => log.debug({ event, ...at }),
    count,
  }
}

const accountEvents = ({ info, warn }: EventRecorder) =>
  ({
    signedUp: (at) => info('signed_up', at),
    signedIn: (at) => info('signed_in', at),
    signInRefused: (at) => info('sign_in_refused', at, at.reason),
    refreshTokenReused: (at) => warn('refresh_token_reused', at),
    signedOut: (at) => info('signed_out', at, at.scope),
    passwordChanged: (at) => info('password_changed', at),
    signingKeyCreated: (at) => info('signing_key_created', at),
    emailChanged: (at) => info('email_changed', at),
    factorVerified: (at) => info('factor_verified', at),
    factorRemoved: (at) => info('factor_removed', at),
    secondFactorRefused: (at) => info('second_factor_refused', at, at.reason),
    recoveryCodesCreated: (at) => info('recovery_codes_created', at),
    recoveryCodeUsed: (at) => warn('recovery_code_used', at),
    identityLinked: (at) => info('identity_linked', at),
    identityUnlinked: (at) => info('identity_unlinked', at),
    accountDeleted: (at) => info('account_deleted', at),
  }) satisfies Partial<Events>

const emailEvents = ({ failure, info }: EventRecorder) =>
  ({
    emailSent: (at) => info('email_sent', at),
    emailDelayed: (at) => failure('email_delayed', at),
    emailDropped: (at) => failure('email_dropped', { ...at, error: new Error(`E-mail dropped: ${at.reason}`) }),
  }) satisfies Partial<Events>

const connectionEvents = ({ info }: EventRecorder) =>
  ({
    serviceConnected: (at) => info('service_connected', at, at.provider),
    serviceConnectionFailed: (at) => info('service_connection_failed', at, at.reason),
    serviceDisconnected: (at) => info('service_disconnected', at, at.provider),
    serviceNeedsSignIn: (at) => info('service_needs_sign_in', at, at.provider),
  }) satisfies Partial<Events>

const billingEvents = ({ info, warn }: EventRecorder) =>
  ({
    checkoutStarted: (at) => info('checkout_started', at),
    subscriptionChanged: (at) => info('subscription_changed', at, at.status),
    addonsChanged: (at) => info('addons_changed', at, at.outcome),
    billingFailed: ({ userId, error: { status, code, param = '' } }) =>
      warn('billing_failed', { userId, status, code, param }),
    billingAlert: (at) => warn('billing_alert', at),
    stripeEventHandled: (at) => info('stripe_event_handled', at, at.state),
    stripeEventRefused: (at) => warn('stripe_event_refused', at),
  }) satisfies Partial<Events>

const mailboxEvents = ({ count, debug, info, warn }: EventRecorder) =>
  ({
    mailboxConnected: (at) => info('mailbox_connected', at),
    mailboxDisconnected: (at) => info('mailbox_disconnected', at),
    mailboxSkipped: (at) => info('mailbox_skipped', at, at.reason),
    mailboxNeedsSignIn: (at) => info('mailbox_needs_sign_in', at),
    foldersSynced: (at) => info('folders_synced', at),
    changeNotificationsSwitched: (at) => info('change_notifications_switched', at),
    changeNotificationsReceived: (at) => {
      count('change_notifications_accepted', '', at.accepted)
      count('change_notifications_refused', '', at.refused)
      debug('change_notifications_received', at)
    },
    changeNotificationsRefused: (at) => warn('change_notifications_refused', at),
    catchUpCompleted: (at) => info('catch_up_completed', at),
  }) satisfies Partial<Events>

const messageEvents = ({ info }: EventRecorder) => {
  /** The span of the step has the fields of its outcome. */
  const outcome = (event: string, at: SpanFields, reason?: string): void => {
    addToSpan({ event, ...at })
    info(event, at, reason)
  }
  return {
    messageSorted: (at) => outcome('message_sorted', at, at.by),
    messageLeft: (at) => outcome('message_left', at, at.reason),
    messageFailed: (at) => outcome('message_failed', at, at.reason),
    messageCorrected: (at) => info('message_corrected', at, at.to),
    correctionRetracted: (at) => info('correction_retracted', at),
    movesNotLearned: (at) => info('moves_not_learned', at),
    messageRetried: (at) => outcome('message_retried', at),
    languageModelResponded: (at) => info('language_model_responded', at, at.purpose),
    languageModelFailed: (at) => info('language_model_failed', at, at.reason),
    actionFinished: (at) => outcome(`action_${at.status}`, at, at.reason),
    actionDelayed: (at) => outcome('action_delayed', at),
  } satisfies Partial<Events>
}

/**
 * Name, message and stack frames only: response bodies and database details in other properties can contain mail text
 * or addresses. A message can quote what was sent, so it is one line, without characters that act on a terminal or
 * reorder text, and cut.
 */
export function describeError(error: unknown): { name: string; message: string; stack?: string | undefined } {
  if (!(error instanceof Error)) return { name: 'NotAnError', message: typeof error }
  return { name: error.name, message: loggable(error.message), stack: framesOf(error) }
}

const loggable = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, loggedErrorMaxLength)

/** The stack begins with the whole message, which may have lines that look like frames. */
function framesOf({ message, stack = '' }: Error): string | undefined {
  const begins = stack.indexOf(message)
  const frames = stack.slice(begins < 0 ? 0 : begins + message.length).match(/^ {4}at .+$/gm)
  return frames?.join('\n')
}
