import { z } from 'zod'

/**
 * Where the real services are not certain, or differ between tenants, the sandbox has a switch
 * (`PUT /control/config`). What is not named in a PUT keeps its value; a reset brings the defaults back.
 */
export const Config = z.strictObject({
  /** Mean delay between a change and its notification. */
  notifyDelayMs: z.number().min(0).default(25),
  /** `fixed`: always notifyDelayMs. `real`: mean under a minute, at most three. */
  latency: z.enum(['fixed', 'real']).default('fixed'),
  /** One notification in fifty twice, orders mixed, `updated` after `created`. */
  naturalFaults: z.boolean().default(false),
  /** `mild`: a few Graph calls in a hundred are throttled or find the service away for a moment. */
  faults: z.enum(['none', 'mild']).default('none'),
  /** How long a Graph call takes at least; makes calls at once overlap as they would over a network. */
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
  /** What counts as a slow answer; null for the model's own value. */
  slowAnswerMs: z.number().min(0).nullable().default(null),
  slowHostModel: z.enum(['2025', '2023']).default('2025'),
  moveUnderMessages: z.enum(['created+deleted', 'updated']).default('created+deleted'),
  folderExistsStatus: z.union([z.literal(409), z.literal(400)]).default(409),
  foreignIdIs: z.enum(['ErrorItemNotFound', 'ErrorInvalidIdMalformed']).default('ErrorItemNotFound'),
  unknownDestination: z.enum(['ErrorItemNotFound', 'ErrorFolderNotFound']).default('ErrorItemNotFound'),
  moveToSameFolder: z.union([z.literal(201), z.literal(400)]).default(201),
  sendNonDraftStatus: z.union([z.literal(400), z.literal(403)]).default(400),
  sendRateLimit: z.enum(['none', '429', 'late']).default('none'),
  sentCopyDelayMs: z.number().min(0).default(0),
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
  /** How long a refresh token works after its first use; null makes it as good as the others. */
  refreshTokenGraceMs: z.number().min(0).nullable().default(null),
  refusedScopeError: z.enum(['invalid_grant', 'consent_required']).default('invalid_grant'),
  /** How `xms_edov` is written: Entra does it in both ways. */
  edovForm: z.enum(['boolean', 'text']).default('boolean'),
  /** An app in testing has refresh tokens that end after a week. */
  googleApp: z.enum(['published', 'testing']).default('published'),
  /** The longest file that Drive takes in one request, without an upload session. */
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
