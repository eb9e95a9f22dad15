import { z } from 'zod'

/**
 * Behaviour that the vendors do not document, or that differs between tenants (`PUT /control/config`).
 * A PUT changes only the settings that it names; a reset restores the defaults.
 */
export const Config = z.strictObject({
  /** Mean delay of a change notification. */
  notifyDelayMs: z.number().min(0).default(25),
  /** `fixed`: always `notifyDelayMs`. `real`: less than a minute on average, at most three minutes. */
  latency: z.enum(['fixed', 'real']).default('fixed'),
  /** Delivers one notification in fifty twice, changes their order, and adds an `updated` after a `created`. */
  naturalFaults: z.boolean().default(false),
  /** `mild`: one Graph call in fifty is throttled or finds the service unavailable. */
  faults: z.enum(['none', 'mild']).default('none'),
  /** The minimum duration of a Graph call, so that parallel calls overlap as they do over a network. */
  graphDelayMs: z.number().min(0).default(2),
  validationTimeoutMs: z.number().min(1).default(10_000),
  deliveryTimeoutMs: z.number().min(1).default(10_000),
  followRedirects: z.boolean().default(false),
  loopbackHttp: z.boolean().default(true),
  maxSubscriptionMinutes: z.union([z.literal(10_080), z.literal(4230)]).default(10_080),
  tooFarCode: z.enum(['ExtensionError', 'ErrorInvalidParameter']).default('ExtensionError'),
  validationCode: z.enum(['ValidationError', 'InvalidRequest']).default('ValidationError'),
  sameResourceSpellings: z.boolean().default(true),
  mailReadNeededToSubscribe: z.boolean().default(false),
  unlicensedSubscription: z.enum(['404', 'ExtensionError']).default('404'),
  showExpiredSubscriptionsMs: z.number().min(0).default(0),
  removedOnExpiry: z.boolean().default(false),
  maxSubscriptions: z.number().int().min(1).default(1000),
  /** The response time from which a webhook host counts as slow; null for the value of `slowHostModel`. */
  slowAnswerMs: z.number().min(0).nullable().default(null),
  slowHostModel: z.enum(['2025', '2023']).default('2025'),
  moveUnderMessages: z.enum(['created+deleted', 'updated']).default('created+deleted'),
  folderExistsStatus: z.union([z.literal(409), z.literal(400)]).default(409),
  foreignIdIs: z.enum(['ErrorItemNotFound', 'ErrorInvalidIdMalformed']).default('ErrorItemNotFound'),
  unknownDestination: z.enum(['ErrorItemNotFound', 'ErrorFolderNotFound']).default('ErrorItemNotFound'),
  moveToSameFolder: z.union([z.literal(201), z.literal(400)]).default(201),
  sendNonDraftStatus: z.union([z.literal(400), z.literal(403)]).default(400),
  sendRateLimit: z.enum(['none', '429', 'late']).default('none'),
  /** Whether the draft of a reply or a forward marks the original message as read. */
  draftMarksOriginalRead: z.boolean().default(true),
  sentCopyDelayMs: z.number().min(0).default(0),
  /** Whether a draft gets another internet message id when it is sent. */
  sentMessageId: z.enum(['kept', 'replaced']).default('kept'),
  attachmentTooLarge: z.enum(['413', 'ErrorAttachmentSizeLimitExceeded']).default('413'),
  countDelayMs: z.number().min(0).default(0),
  deltaDelayMs: z.number().min(0).default(0),
  deltaMoveGapMs: z.number().min(0).default(0),
  deltaTokenRounds: z.number().int().min(1).default(10_000),
  deltaGone: z.enum(['410', '404', '400']).default('410'),
  batchAbsoluteUrl: z.enum(['part', 'all']).default('part'),
  batchStatusWhenThrottled: z.union([z.literal(200), z.literal(424)]).default(200),
  concurrencyPer: z.enum(['mailbox', 'app']).default('mailbox'),
  maxConcurrent: z.number().int().min(1).default(4),
  /** How long a refresh token works after its first use; null for no limit. */
  refreshTokenGraceMs: z.number().min(0).nullable().default(null),
  refusedScopeError: z.enum(['invalid_grant', 'consent_required']).default('invalid_grant'),
  /** The JSON type of the claim `xms_edov`; Entra uses both. */
  edovForm: z.enum(['boolean', 'text']).default('boolean'),
  /** Refresh tokens of an app in testing end after a week. */
  googleApp: z.enum(['published', 'testing']).default('published'),
  /** The largest file that Drive accepts without a resumable upload. */
  driveSimpleUploadBytes: z
    .number()
    .int()
    .min(1)
    .default(5 * 2 ** 20),
  accessTokenLayout: z.enum(['jwt', 'opaque']).default('jwt'),
  continuousAccessEvaluation: z.boolean().default(false),
  clientSecretState: z.enum(['valid', 'expired']).default('valid'),
  sameTokenRequestLimit: z.number().int().min(1).default(100),
  fullMailboxFailsReads: z.boolean().default(false),
})
export type Config = z.infer<typeof Config>

export function defaultConfig(): Config {
  return Config.parse({})
}
