import type { Logger } from 'pino'
import { Counter, Registry } from 'prom-client'
import type { LiveEvent } from '../contract/live-events.ts'
import type { ReasonCode } from '../contract/reasons.ts'

/**
 * One function per business event: a log line and a counter. Ids and codes only: no mail text, address or secret.
 * They never throw. What the page must hear is a live event, sent with the transaction that made it true (`live.ts`).
 */
export interface Events {
  requestFailed(at: { requestId: string; method: string; route: string; error: unknown }): void
  signedUp(at: { userId: string }): void
  signedIn(at: { userId: string; sessionId: string }): void
  signInRefused(at: { reason: string }): void
  refreshTokenReused(at: { userId: string; sessionId: string }): void
  signedOut(at: { userId: string; scope: string; sessions: number }): void
  passwordChanged(at: { userId: string }): void
  signingKeyMade(at: { kid: string }): void
  emailChanged(at: { userId: string }): void
  factorVerified(at: { userId: string; factorId: string; type: string }): void
  factorRemoved(at: { userId: string; factorId: string }): void
  secondStepRefused(at: { userId: string; reason: string }): void
  recoveryCodesMade(at: { userId: string }): void
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
  /** A job has ended without its work: the mailbox is disconnected, unavailable, or waits for a sign-in. */
  mailboxSkipped(at: { mailboxId: string; job: string; reason: 'auth' | 'unavailable' | 'gone' }): void
  serviceConnected(at: { userId: string; provider: string }): void
  serviceNotConnected(at: { provider: string; reason: string }): void
  serviceDisconnected(at: { userId: string; provider: string }): void
  serviceNeedsSignIn(at: { userId: string; provider: string }): void
  checkoutStarted(at: { userId: string; attemptId: string }): void
  subscriptionChanged(at: { userId: string; status: string }): void
  addonsChanged(at: { userId: string; changeId: string; outcome: 'done' | 'pending' }): void
  billingFailed(at: { userId: string | null; status: number; code: string; param: string }): void
  /** Something about money that the program does not mend by itself. */
  billingAlert(at: { reason: string; userId?: string; eventId?: string }): void
  stripeEventTaken(at: { eventId: string; type: string; state: 'used' | 'ignored' | 'known' }): void
  stripeEventRefused(at: { reason: 'signature' | 'livemode' }): void
  foldersSynced(at: { mailboxId: string; folders: number }): void
  notificationsSwitched(at: { mailboxId: string; on: boolean }): void
  notificationsReceived(at: { accepted: number; refused: number }): void
  caughtUp(at: { mailboxId: string; found: number }): void
  mailSorted(at: { mailboxId: string; logId: string; by: string }): void
  mailLeft(at: { mailboxId: string; logId: string; reason: ReasonCode }): void
  mailFailed(at: { mailboxId: string; logId: string; reason: ReasonCode }): void
  mailCorrected(at: { mailboxId: string; logId: string; to: 'inbox' | 'folder' }): void
  /** The user's word about it was forgotten, as they wanted. */
  correctionTakenBack(at: { mailboxId: string; logId: string }): void
  mailRetried(at: { mailboxId: string; attempts: number; vendorStatus: number | null }): void
  modelAnswered(at: ModelCall & { inputTokens: number; outputTokens: number }): void
  modelFailed(at: ModelCall & { reason: 'budget' | 'failed'; vendorStatus: number | null; code: string | null }): void
  actionEnded(at: { mailboxId: string; runId: string; type: string; status: string; reason: string }): void
  actionDelayed(at: { mailboxId: string; runId: string; attempts: number; vendorStatus: number | null }): void
  jobFailed(at: { job: string; jobId: string; error: unknown }): void
  backgroundError(at: { part: string; error: unknown }): void
  /** Prometheus text of the counters. */
  metrics(): Promise<string>
}

/** A question to the language model, by what it was for; never its words (checklist A23). */
export interface ModelCall {
  userId: string
  logId: string | null
  purpose: string
  model: string
  /** Of all that was asked, so that two calls can be told to be the same. */
  promptHash: string
}

/** Postgres channel on which live events travel to every node; the payload is `{ userId, event }`. */
export const liveChannel = 'mailroom_live'
export interface LiveMessage {
  userId: string
  event: LiveEvent
}

export function createEvents(log: Logger): Events {
  const registry = new Registry()
  const counter = new Counter({
    name: 'mailroom_events_total',
    help: 'Business events by name and, where there is one, reason',
    labelNames: ['event', 'reason'],
    registers: [registry],
  })
  const info = (event: string, at: object, reason = ''): void => {
    counter.inc({ event, reason })
    log.info({ event, ...at })
  }
  /** What an operator should look at: somebody may hold a token that is not theirs. */
  const warn = (event: string, at: object): void => {
    counter.inc({ event, reason: '' })
    log.warn({ event, ...at })
  }
  const problem = (event: string, { error, ...at }: { error: unknown }): void => {
    counter.inc({ event, reason: '' })
    log.error({ event, ...at, err: describe(error) })
  }

  return {
    requestFailed: (at) => problem('request_failed', at),
    signedUp: (at) => info('signed_up', at),
    signedIn: (at) => info('signed_in', at),
    signInRefused: (at) => info('sign_in_refused', at, at.reason),
    refreshTokenReused: (at) => warn('refresh_token_reused', at),
    signedOut: (at) => info('signed_out', at, at.scope),
    passwordChanged: (at) => info('password_changed', at),
    signingKeyMade: (at) => info('signing_key_made', at),
    emailChanged: (at) => info('email_changed', at),
    factorVerified: (at) => info('factor_verified', at),
    factorRemoved: (at) => info('factor_removed', at),
    secondStepRefused: (at) => info('second_step_refused', at, at.reason),
    recoveryCodesMade: (at) => info('recovery_codes_made', at),
    recoveryCodeUsed: (at) => warn('recovery_code_used', at),
    identityLinked: (at) => info('identity_linked', at),
    identityUnlinked: (at) => info('identity_unlinked', at),
    accountDeleted: (at) => info('account_deleted', at),
    emailSent: (at) => info('email_sent', at),
    emailDelayed: (at) => problem('email_delayed', at),
    emailDropped: (at) => problem('email_dropped', { ...at, error: new Error(`E-mail dropped: ${at.reason}`) }),
    mailboxConnected: (at) => info('mailbox_connected', at),
    mailboxDisconnected: (at) => info('mailbox_disconnected', at),
    mailboxSkipped: (at) => info('mailbox_skipped', at, at.reason),
    mailboxNeedsSignIn: (at) => info('mailbox_needs_sign_in', at),
    serviceConnected: (at) => info('service_connected', at, at.provider),
    serviceNotConnected: (at) => info('service_not_connected', at, at.reason),
    serviceDisconnected: (at) => info('service_disconnected', at, at.provider),
    serviceNeedsSignIn: (at) => info('service_needs_sign_in', at, at.provider),
    checkoutStarted: (at) => info('checkout_started', at),
    subscriptionChanged: (at) => info('subscription_changed', at, at.status),
    addonsChanged: (at) => info('addons_changed', at, at.outcome),
    billingFailed: (at) => warn('billing_failed', at),
    billingAlert: (at) => warn('billing_alert', at),
    stripeEventTaken: (at) => info('stripe_event_taken', at, at.state),
    stripeEventRefused: (at) => warn('stripe_event_refused', at),
    foldersSynced: (at) => info('folders_synced', at),
    notificationsSwitched: (at) => info('notifications_switched', at),
    notificationsReceived: (at) => {
      counter.inc({ event: 'notifications_accepted', reason: '' }, at.accepted)
      counter.inc({ event: 'notifications_refused', reason: '' }, at.refused)
      log.debug({ event: 'notifications_received', ...at })
    },
    caughtUp: (at) => info('caught_up', at),
    mailSorted: (at) => info('mail_sorted', at, at.by),
    mailLeft: (at) => info('mail_left', at, at.reason),
    mailFailed: (at) => info('mail_failed', at, at.reason),
    mailCorrected: (at) => info('mail_corrected', at, at.to),
    correctionTakenBack: (at) => info('correction_taken_back', at),
    mailRetried: (at) => info('mail_retried', at),
    modelAnswered: (at) => info('model_answered', at, at.purpose),
    modelFailed: (at) => info('model_failed', at, at.reason),
    actionEnded: (at) => info(`action_${at.status}`, at, at.reason),
    actionDelayed: (at) => info('action_delayed', at),
    jobFailed: (at) => problem('job_failed', at),
    backgroundError: (at) => problem('background_error', at),
    metrics: () => registry.metrics(),
  }
}

/** An error without what it may quote: vendors' bodies and database details can hold mail text or addresses. */
function describe(error: unknown): { name: string; message: string; stack?: string | undefined } {
  if (!(error instanceof Error)) return { name: 'NotAnError', message: typeof error }
  return { name: error.name, message: error.message.slice(0, 300), stack: error.stack }
}
