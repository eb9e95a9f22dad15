import { usageAlmostFullPercent, usageHighPercent } from '../contract/limits.ts'

/**
 * Policy values that several modules share. A value of one file stands above its use, a value of one module in the
 * module's `limits.ts`, and a value that the page needs in `contract/limits.ts`. Rate limits are declared with their
 * routes. `server/db/defaults.test.ts` compares values that a migration repeats as a default.
 */

/** While an account has an outage, one call at a time is made for it; longer than most calls take. */
export const accountProbeMs = 30_000
/** Minimum interval while the model has learned from fewer than `baselineFewExamples` messages. */
export const baselineMinIntervalWithFewExamplesMs = 5 * 60_000
export const baselineFewExamples = 500
/** An older undo is dropped: a late move would surprise the user. */
export const bulkUndoMaxAgeMs = 24 * 60 * 60_000
/** A press of Tidy up can be undone for this long; it moves emails for as long, and its undo once more. */
export const tidyUpUndoMs = 24 * 60 * 60_000
/** Minimum delay before a job of a mailbox runs again after a transient failure, or after one that changed its work. */
export const mailboxJobRetryMs = 60_000
export const accessTokenLifetimeSeconds = 60 * 60
export const userAgentMaxLength = 512
/** For how long an email that names the id of a forward is recognised as its answer. */
export const forwardAnswerMs = 90 * 24 * 60 * 60_000
/** Fields that a step extracts. */
export const extractionMaxFields = 10
/** Percentages of the monthly limit that create a notification. */
export const limitNotificationPercents = [usageHighPercent, usageAlmostFullPercent, 100]
/** Outlook is slow with drafts that quote long messages. */
export const mailboxDraftTimeoutMs = 30_000
/** How long a request that creates or sends a draft may wait for its place within the mailbox's limit. */
export const mailboxEffectMaxWaitMs = 10_000
export const attachmentNameMaxLength = 1000
/** Characters of the user's instructions that are sent to the language model. */
export const languageModelUserMaxLength = 8100
export const fileServiceTimeoutMs = 60_000
/** Characters of a message that names invalid fields. */
export const validationMessageMaxLength = 300
/** Connections of pg-boss's own pool. */
export const jobPoolSize = 6
