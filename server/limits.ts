import { usageAlmostFullPercent, usageHighPercent } from '../contract/limits.ts'

/**
 * Policy values of the server: time-outs, retry schedules, retention, length cuts, page sizes. Values that the page
 * needs too are in `contract/limits.ts`. Rate limits are declared with their routes. `server/db/defaults.test.ts`
 * compares values that a migration repeats as a default.
 */

/** OAuth grants (server/grants). */
/** How long a user may stay at a provider to sign in; also the lifetime of the browser's cookie. */
export const authorizationLifetimeMs = 10 * 60_000
/** Refreshes that may hold a database connection at once, per process and provider group. */
export const refreshMaxConcurrency = 2

/** Outages (server/outages). */
/** Pause after a 429 without `Retry-After`. */
export const throttledPauseMs = 10_000
/** Exponential back-off of an account from its second consecutive failure on. */
export const backOffMinMs = 4000
export const backOffMaxMs = 15 * 60_000
/** Part of a pause that is random, so that accounts that failed together do not return together. */
export const backOffJitter = 0.25
/** Consecutive failures from which an account has an outage: a single failure may be that of one request. */
export const outageMinFailures = 2
/** While an account has an outage, one call at a time is made for it; longer than most calls take. */
export const accountProbeMs = 30_000
/** An open circuit breaker admits one call in this time, over all nodes. */
export const providerProbeIntervalMs = 60_000
/** A call that an open breaker admitted: longer than any call takes. A dead worker delays the next by this time. */
export const providerProbeMaxMs = 2 * 60_000
/** Accounts that fail within this time, without a success in between, open the breaker. */
export const outageMinSubjects = 3
export const outageSuspicionMs = 10 * 60_000
/**
 * Entra does not know our registration for one account, and no other account has valid tokens: how long before it is
 * taken for the registration. After a downtime others have none either, and refresh theirs within this time.
 */
export const unknownAppSuspicionMs = 60_000
/** Mailboxes that try a provider when its next probe is due. Only one call is made; the others are for ended grants. */
export const outageProbeBatchSize = 3

/** Connected services (server/connections). */
/** A connection that is unused for this long is refreshed. */
export const idleConnectionMs = 24 * 60 * 60_000
/** Idle connections that an hourly run refreshes: enough for 24,000 a day without a burst at any service. */
export const idleConnectionsPerRun = 1000
/** One attempt per hour: a service that is down for a day still receives the revocation. */
export const revocationMaxAttempts = 30

/** Sorting: one message. */
export const messageMaxAttempts = 8
/** After this many attempts a message that may crash the worker is not even read again. */
export const messageMaxInspections = 2 * messageMaxAttempts
/** Graph can announce a message before it can be read: delays of the first attempts, in ms. */
export const messageVisibilityRetryMs = [2000, 10_000, 30_000]
export const unexpectedFailureMaxDelayMs = 10 * 60_000
export const transientFailureMinDelayMs = 1000
export const transientFailureMaxDelayMs = 10 * 60_000
/** Transient failures outside an outage count as attempts once the message has waited for longer than this. */
export const uncountedFailureMs = 24 * 60 * 60_000

/** Sorting: one mailbox. */
export const mailboxLeaseSeconds = 90
/** How long a node sorts a mailbox while others wait for a place on it. */
export const mailboxTurnMs = 2000
/** Delay before a mailbox that another worker holds is tried again. */
export const mailboxLeaseRetryMs = 2000
export const inboxBatchSize = 20
/** Batch of mail that waited at the limit or belongs to a backfill: small, so that new mail does not wait. */
export const backlogBatchSize = 4
/** While other mailboxes of a node receive mail: interval in which it starts the messages of backlogs, one by one. */
export const backlogIntervalMs = 50
/** They start while the node's event loop is busy for less than this part of the time, or after `backlogMaxWaitMs`. */
export const backlogMaxUtilization = 0.3
export const backlogMaxWaitMs = 1000
/** A mailbox without a backlog counts as active for this long after a message. */
export const othersActiveMs = 2000
/** Messages of one mailbox in parallel: Graph accepts four requests of a mailbox at a time. */
export const messageConcurrency = 4

/** Decoded models that a node keeps in memory: a mailbox with hundreds of filed messages has one of about 5 MB. */
export const modelCacheMaxBytes = 64 * 1024 * 1024

/** Sorting: characters of a message that the processing log stores, and that the classifier reads. */
export const storedSubjectMaxLength = 500
export const storedMessageIdMaxLength = 500
export const storedAddressMaxLength = 320
export const storedSenderNameMaxLength = 200
export const classifierTextMaxLength = 4000
export const evidenceTextMaxLength = 100
/** Sentence of the folder's instructions: as evidence, and within an explanation. */
export const instructionSentenceMaxLength = 160
export const explanationSentenceMaxLength = 90
export const explanationMaxLength = 200
/** Of any explanation: the column takes no more, and a longer one would keep its email from being sorted. */
export const storedExplanationMaxLength = 500
export const explanationNameMaxLength = 60

/** Sorting: the language model. */
export const sortingModelTimeoutMs = 15_000
export const sortingModelTextMaxLength = 2000
export const sortingModelHeaderMaxLength = 500
export const sortingModelMaxTokens = 200
export const sortingModelMaxRecipients = 5
export const sortingModelMaxAttachments = 10
export const sortingModelMaxQuotes = 3
export const sortingModelQuoteMaxLength = 100
/** Characters of the request that are kept free of folders, for the fact about the mail in question. */
export const sortingModelFactsMaxLength = 200
/** Model calls in parallel, per mailbox. */
export const sortingModelConcurrency = 4

/** Sorting: learning. */
export const trainingMaxMessages = 3000
export const trainingMinMessagesPerFolder = 20
export const trainingMaxMessagesPerFolder = 200
/** Half of the parallel requests that Graph accepts, so that new mail is not delayed. */
export const trainingReadConcurrency = 2
/** Delay after a run that a concurrent correction invalidated. */
export const trainingRetryMs = 60_000
/** Our own move counts as confirmed once the user has left it alone for this long. */
export const moveConfirmationMs = 24 * 60 * 60_000
export const correctionsMaxPerSender = 20
export const baselineMaxMessages = 2000
export const baselineMaxAgeMs = 60 * 24 * 60 * 60_000
export const baselineMinIntervalMs = 7 * 24 * 60 * 60_000
/** Minimum interval while the model has learned from fewer than `baselineFewExamples` messages. */
export const baselineMinIntervalWithFewExamplesMs = 5 * 60_000
export const baselineFewExamples = 500
/** An inbox that has doubled, and grown by at least this many messages, is worth a new baseline. */
export const baselineMinInboxGrowth = 50
/** The event loop is free after each piece: all messages take two thirds of a second with a hundred folders. */
export const baselineMessagesBeforeYield = 50
/** The event loop is free after each piece: thousands of examples take more than a second. */
export const trainingExamplesBeforeYield = 50
/** A row drops the states before earlier corrections once they exceed this size uncompressed. */
export const correctionHistoryMaxBytes = 8192
export const unsureCategoryRetryMs = 60_000
export const unsureCategoryMaxAgeMs = 24 * 60 * 60_000

/** Sorting: requested moves and bulk undo. Older requests are dropped: a late move would surprise the user. */
export const requestedMoveClaimSeconds = 90
export const requestedMoveRecoveryMs = 2 * 60_000
export const requestedMoveRetryMs = 60_000
export const requestedMoveMaxAgeMs = 24 * 60 * 60_000
export const bulkUndoClaimSeconds = 90
export const bulkUndoBatchSize = 20
export const bulkUndoRetryMs = 60_000
export const bulkUndoMaxAgeMs = 24 * 60 * 60_000
/** A press of Tidy up can be undone for this long; it moves emails for as long, and its undo once more. */
export const tidyUpUndoMs = 24 * 60 * 60_000
/** Emails of a press that are read one by one, as a whole; more are read from the list of the inbox, as previews. */
export const tidyUpReadsByOne = 20
/** Measured against Outlook: one message at a time, two requests each. */
export const bulkUndoMessagesPerMinute = 100

/** Sorting: moves by hand in Outlook. */
export const manualMoveLookbackMs = 30 * 24 * 60 * 60_000
export const manualMovesMaxPerCheck = 200
export const folderChangesMaxPerCheck = 5000
export const watchedMaxFolders = 300
/** Outlook rules act on arrival: a message that appears in a folder later than this was moved by hand. */
export const outlookRuleWindowMs = 60 * 60_000

/** Self-check (server/self-check): a sample every hour, by at most three Graph requests per mailbox. */
/** Differences that the alert lists; all are counted. */
export const loggedDifferences = 50
export const selfCheckSampleSize = 20
export const selfCheckWindowMs = 24 * 60 * 60_000
/** Longer than the interval of the delta queries that find a message. */
export const selfCheckGraceMs = 30 * 60_000
/** A mailbox that may be called leaves no message and no delta query undone for this long. */
export const selfCheckLateMs = 2 * 60 * 60_000
/** Emails to an operator about one kind of difference that lasts. */
export const operatorAlertLimit = { points: 1, seconds: 24 * 60 * 60 }

/** Email digests (server/digest). */
/** Digests that one run enqueues, so that other emails do not wait behind all of them. */
export const digestBatchSize = 200
/** Folders, subjects and accounts that a digest names; the rest is counted. */
export const digestMaxFolders = 10
export const digestMaxSubjects = 5
export const digestMaxNames = 5
/** Characters of a subject or a name. */
export const digestTextMaxLength = 100
/** Emails that ask the reader of an address for consent: by one user, and to one address. */
export const digestConfirmationLimit = { points: 5, seconds: 24 * 60 * 60 }

/** Sorting: preview mode, proposed instructions and backfill. */
export const previewReleaseWindowMs = 7 * 24 * 60 * 60_000
export const previewReleaseBatchSize = 2000
export const proposalMaxMessages = 1500
export const proposalMinMessagesPerFolder = 5
export const proposalMaxMessagesPerFolder = 50
/** Fewer messages do not tell what a folder is for. */
export const proposalMinDescribedMessages = 3
/** Senders, domains and lists that proposed instructions name. */
export const proposalMaxSources = 4
/** Minimum share of the folder's messages that have a named feature. */
export const proposalMinFeatureShare = 0.15
/** Cross-validation: examples learned over all rounds (some seconds), and rounds at least. */
export const proposalMaxTrainedExamples = 10_000
export const proposalMinRounds = 5
export const backfillMaxWaiting = 100
/**
 * Emails sorted in a mailbox within the window, before its backfill waits. Graph refuses all requests for a mailbox
 * after 10,000 in ten minutes (https://learn.microsoft.com/en-us/graph/throttling-limits). An email of a backfill takes
 * two; the rest is for new email.
 */
export const backfillMaxPerWindow = 3000
export const backfillWindowSeconds = 600
/** Measured against Outlook with four messages in parallel. */
export const backfillMessagesPerMinute = 120
export const backfillModelShareLookbackMs = 30 * 24 * 60 * 60_000

/** Purging of expired mail data. */
export const purgeBatchSize = 2000
/** Secrets per statement while the encryption key is rotated. */
export const rewrapBatchSize = 1000
export const modelAnswerRetentionMs = 30 * 24 * 60 * 60_000
export const modelUsageRetentionMs = 365 * 24 * 60 * 60_000
export const unconfirmedForwardAddressRetentionMs = 30 * 24 * 60 * 60_000

/** Processing log: rows that an export reads per query. */
export const processingLogExportPageSize = 2000

/** Notifications: list requests within this time belong to one visit. */
export const visitMergeMs = 60_000

/** Mailboxes (server/mail). */
/** Pause of a mailbox that Graph reports as unavailable (inactive, soft-deleted, on-premise). */
export const unavailableMailboxPauseMs = 15 * 60_000
/** Interval of new attempts while the operator has stopped all mailboxes. */
export const stoppedMailboxPauseMs = 10_000
/** Length of `error_details` in the URL to which a failed callback redirects. */
export const errorDetailsMaxLength = 200
/** Minimum delay before a job of a mailbox runs again after a transient failure. */
export const mailboxJobRetryMs = 60_000
export const catchUpIntervalMs = 15 * 60_000
/**
 * Polling of mailboxes without change notifications, in delta queries: 2,880 a day while their user is signed in, 720
 * otherwise, 288 after a day without email. Graph allows 10,000 requests in ten minutes per app and mailbox
 * (learn.microsoft.com/graph/throttling-limits).
 */
export const pollSignedInMs = 30_000
export const pollSignedOutMs = 2 * 60_000
export const pollIdleMs = 5 * 60_000
/** A mailbox is idle after this time without a new email. */
export const idleMailboxAfterMs = 24 * 60 * 60_000
/** Overlap of two reads by date: clocks differ, and Graph shows messages late. */
export const readOverlapMs = 10 * 60_000
export const folderSyncIntervalMs = 6 * 60 * 60_000
/** The callback of a new mailbox: delays before a failed call is repeated, and the time for all of them together. */
export const connectRetryDelaysMs = [300, 1000, 2500]
export const connectRetryMaxMs = 8000
/** How long the callback of a new mailbox waits for its folders. */
export const folderSyncOnConnectTimeoutMs = 6000
/** Messages that the first read of Sent Items covers. */
export const sentItemsFirstReadMaxMessages = 1000
/** Mailboxes per kind of job that one run of `reconcile-mailboxes` enqueues; the rest follows a minute later. */
export const reconcileBatchSize = 1000
/** Attempts to delete a mailbox that deadlocks with the sorting of a message. */
export const disconnectMaxAttempts = 5
export const previewDurationMs = 24 * 60 * 60_000

/** Change notifications of Graph. */
/** Below the maximum of every subscription type; what Graph grants is stored. */
export const subscriptionLifetimeMs = 4200 * 60_000
export const subscriptionRenewalMs = 24 * 60 * 60_000
/** Subscriptions that other nodes create for the same mailbox at the same time. */
export const subscriptionMaxConflicts = 5
/** A renewal answers all requests to verify or reauthorize the subscription that follow within this time. */
export const subscriptionVerificationMs = 60_000
/** Body of a webhook request: more than 5,000 change notifications. */
export const webhookMaxBytes = 8 * 1024 * 1024
export const validationTokenMaxLength = 1024
/** Webhook requests that share one transaction. */
export const webhookBatchSize = 200
/** While one waits for the disk, the next one is sent to the database. */
export const webhookBatchesInFlight = 2

// Accounts and sessions (server/auth)

export const accessTokenLifetimeSeconds = 60 * 60
/** A session ends when it was not used for this long, and in any case after `sessionLifetimeMs`. */
export const sessionIdleMs = 30 * 24 * 60 * 60_000
export const sessionLifetimeMs = 180 * 24 * 60 * 60_000
/**
 * A used refresh token returns its child again for this long: for two tabs, and for a client that lost the response.
 */
export const refreshTokenGraceMs = 10_000
/** How long another node may take to notice that a session has ended or requires a second factor. */
export const sessionCacheMs = 10_000
export const sessionCacheMaxEntries = 10_000
export const verificationKeyCacheMs = 10 * 60_000
/** Age at which the next sign-in creates a new signing key. */
export const signingKeyRotationMs = 90 * 24 * 60 * 60_000
/** Must exceed the lifetime of an access token, so that valid tokens of a retired key can still be verified. */
export const retiredKeyVerificationMs = 2 * 60 * 60_000

/** One-time tokens: an emailed link and its code. */
export const linkTokenMs = 60 * 60_000
export const codeTokenMs = 10 * 60_000
/** As in GoTrue; the client exchanges the code as soon as the browser returns. */
export const authCodeMs = 5 * 60_000
export const codeTokenMaxTries = 5
/** Wrong codes per address, across all its tokens. Links keep working when the limit is reached. */
export const wrongCodesMaxPerAddress = 20
export const wrongCodesPerAddressWindowMs = 10 * 60_000
/** An email waits at most one hour, and its link is valid for another: afterwards no client can return to the flow. */
export const emailFlowLifetimeMs = 3 * 60 * 60_000
/** Emails of all kinds to one address. `emailMinIntervalSeconds` limits each kind. */
export const emailsPerAddressPerDay = 10

/** Passwords. Longer ones are refused, never truncated. */
export const passwordMaxLength = 256
export const passwordFailureWindowMs = 5 * 60_000
export const passwordFailuresMaxPerNetwork = 10
export const passwordFailuresMaxPerAccount = 50
/** Networks per window whose first failure is written to the audit log: guessing must not push out other events. */
export const passwordFailuresMaxLogged = 5
/** Password hashes that run at once per process, and requests that wait for a slot. */
export const hashMaxRunning = 2
export const hashMaxWaiting = 64

/** Second factors. Wrong codes count per user, across all sessions and factors. */
export const factorsMaxPerUser = 10
export const challengeMaxAttempts = 5
export const factorCodesMaxWrong = 5
export const wrongFactorCodesWindowMs = 5 * 60_000
export const recoveryCodeCount = 10

/** Request bodies and stored text. Every access token contains the metadata, and a token must fit into a header. */
export const authBodyMaxBytes = 64 * 1024
export const userMetadataMaxBytes = 4096
export const identityNameMaxLength = 200
export const redirectToMaxLength = 2000
export const userAgentMaxLength = 512
/** Maximum length of an address in a mail path (RFC 5321, 4.5.3.1.3). */
export const accountEmailMaxLength = 254
export const passkeyFieldMaxLength = 20_000
export const passkeyMaxTransports = 10
export const passkeyTransportMaxLength = 40
/** Refusals: characters of a request that the message repeats, and fields of a wrong kind that it names. */
export const quotedParameterMaxLength = 30
export const quotedLinkTypeMaxLength = 40
export const quotedClaimMaxLength = 200
export const reportedMaxFields = 5

/** Purging of expired account data. */
/** Partitions of the audit log that exist before their month begins. */
export const auditLogMonthsAhead = 3
export const unconfirmedUserRetentionMs = 30 * 24 * 60 * 60_000
export const emailChangeRetentionMs = 24 * 60 * 60_000
/** Rows per statement. */
export const deactivatedUserBatchSize = 500
export const expiredWindowBatchSize = 20

/** Lists: of the admin routes, and the account activity that the page shows. */
export const adminDefaultPageSize = 50
export const adminMaxPageSize = 1000
export const accountActivityMaxEvents = 50

// Actions (server/actions)

/** Actions: attempts and retries of a run. */
export const runMaxAttempts = 8
export const runMaxRetryMs = 24 * 60 * 60_000
export const firstRunRetryDelayMs = 30_000
export const runMinRetryDelayMs = 1000
export const runMaxRetryDelayMs = 8 * 60 * 60_000
/** Problems of a refused configuration that the response names. */
export const reportedMaxConfigProblems = 3
/** Delay of a run while another worker creates the same contact or uploads the same content. */
export const concurrentEffectRetryMs = 15_000
/** Delay of a run while another worker creates the folder that it stores into. */
export const folderCreationRetryMs = 2000
/** Claim on a message's actions: longer than any single call of a run. */
export const actionClaimSeconds = 180
/** Messages that one reconcile job enqueues, in total and per mailbox: a backlog must not delay other mailboxes. */
export const dueActionsMaxMessages = 1000
export const dueActionsMaxMessagesPerMailbox = 25

/** Runs that one transaction of a retry of many reopens. */
export const retriedRunsBatchSize = 100

/** Actions: what the history stores of a run. */
export const runNoteMaxLength = 1000
/** Attachment names that a note lists, and characters of each. */
export const listedMaxNames = 6
export const listedNameMaxLength = 40

/** Actions: confirmation of a forward address. */
/** Warnings of refused change notifications. */
export const refusedNotificationsWarning = { points: 1, seconds: 60 }
export const confirmationLinkDays = 7
/** Characters of an account's address in the notice that it was connected. */
export const connectedAccountMaxLength = 350
/** Actions that one request to the table configures: each has audit entries, and may ask a language model. */
export const maxWrittenConfigurations = 20
/** Emails to a user about where actions store files, and characters of such a place. */
export const destinationNoticeLimit = { points: 20, seconds: 24 * 60 * 60 }
/** Beyond that limit: one email about all changes of an hour, at its end, which lists so many places. */
export const destinationSummaryLimit = { points: 1, seconds: 60 * 60 }
export const destinationSummaryMaxPlaces = 100
export const destinationNoticeMaxLength = 1000
export const confirmationRetryDelayMs = 60_000
export const confirmationsPerUserPerDay = 20
/** Emails to one address, whoever requests them. */
export const confirmationsPerAddressPerDay = 10
/** Mailboxes that the email to a forward address names. */
export const confirmationMaxMailboxes = 5

/**
 * Actions: forwards, and drafts, to one recipient within an hour. Exchange Online sends 30 emails a minute and 10,000 a
 * day; help desks suspend a sender after 10 in ten minutes to 50 in an hour. See `docs/decisions/013-actions.md`.
 */
export const automaticEmailsPerHour = 100
/** For how long an email that names the id of a forward is recognised as its answer. */
export const forwardAnswerMs = 90 * 24 * 60 * 60_000
/** The same where only its subject shows that. */
export const subjectAnswerMs = 7 * 24 * 60 * 60_000
/** The same where its subject and its sender only suggest that. */
export const acknowledgementMs = 15 * 60_000
/**
 * Emails of one sender that are forwarded although each arrives soon after the forward before: within
 * `acknowledgementMs` from a sender who was unknown, within a minute from others.
 */
export const answersInTurn = { unknown: 3, known: 10, knownWithinMs: 60_000 }
/** The newest emails of a sender that show whether it is known. */
export const senderHistoryMaxEmails = 200
/** Difference between our clock and that of a service. */
export const vendorClockGraceMs = 5 * 60_000
/** Ids that a message names and that are looked up, the last ones. */
export const messageMaxReferences = 100

/** Recipients that the note of a draft names. */
export const namedReplyRecipients = 3

/** Actions: drafts of replies. Graph accepts requests of 4 MB; the rest of a request is small. */
export const draftBodyMaxBytes = 3_500_000
export const replyMaxLength = 6000
export const replyMaxTokens = 1200
/** Characters of the subject, of the recipient's name and of the user's name in a reply. */
export const replySubjectMaxLength = 120
export const greetingNameMaxLength = 80
export const ownNameMaxLength = 100
/** Outlook itself changes a draft for a moment after it was created or written. */
export const draftSettlingMs = 60_000
/** Outlook marks the original as read while it creates a draft; both times have whole seconds. */
export const markedReadByDraftMs = 3000

/** Actions: files as context for a language model. */
export const contextFileMaxBytes = 10 * 1024 * 1024
/** Characters of a file's name that the model and the history receive. */
export const contextFileNameMaxLength = 120
/** Unreadable files are replaced by the next candidates, up to this many times. */
export const contextMaxReplacementFiles = 2
export const contextMaxSingleWordSearches = 3
export const documentReaderMaxConcurrency = 2
/** One document: the process that parses it. */
export const documentReaderLimits = {
  /** Wall-clock time from the start of the process; generous for busy machines. */
  ms: 60_000,
  /** CPU time. */
  cpuMs: 10_000,
  heapMegabytes: 256,
  /** Resident memory of the whole process. */
  memoryBytes: 768 * 1024 * 1024,
  /** Length of the text that it returns. */
  characters: 200_000,
} as const

/** Actions: attachments. Outlook accepts 150 MB per message; a larger size cannot be right. */
export const attachmentMaxBytes = 200 * 1024 * 1024
export const storedAttachmentsMaxBytes = 500 * 1024 * 1024
export const attachmentsMaxStored = 100
export const attachmentsMaxListed = 500
/** Characters of a stored file's name that the history shows. */
export const storedFileNameMaxLength = 255
/** Characters of a file's name that are read before it is sanitized. */
export const untrustedFileNameMaxLength = 4000
/** Characters of the sender in the name of a renamed file. */
export const fileNameSenderMaxLength = 40
/** Pictures that only decorate a text, like the logo of a signature, are small; a larger one is content. */
export const decorationMaxBytes = 32 * 1024
/** A claim is extended after this many bytes, which a slow line transfers well within the claim. */
export const extendClaimEveryBytes = 4 * 1024 * 1024

/** Actions: the agent's tools. */
export const agentMaxShownFiles = 5
export const agentMaxSearchedFiles = 20
export const extractionMaxTokens = 800
/** Characters of a value that the language model may return, and of a value that is stored. */
export const extractedAnswerMaxLength = 200
export const extractedValueMaxLength = 120
/** Characters of what a step reports to the user. */
export const stepNoteMaxLength = 300
export const stepMaxNotes = 30
export const stepMaxEffects = 100
export const contactIdMaxLength = 64
/** Characters of names and subjects from an email in contacts, deals and effects. */
export const senderLabelMaxLength = 250
export const contactNameMaxLength = 120
export const shownSubjectMaxLength = 200
export const shownFileNameMaxLength = 200
/** Effects that a dry run lists. */
export const dryRunMaxEffects = 100

// Prompts and the language model (server/prompts)

/**
 * Model calls per day. The lengths of questions and answers are bounded as well, so the number of calls bounds the
 * cost. Sorting has its own budget: a busy day of mail must not use up the calls for drafts.
 */
export const modelCallsPerMessage = 6
export const modelCallsPerUserPerDay = 500
export const sortingModelCallsPerUserPerDay = 3000
/** The part of them that is reserved for mail where instructions and learned mail contradict each other. */
export const sortingModelReservedCallsPerUserPerDay = 750
export const modelAnswerMaxTokens = 2000
export const planMaxTokens = 2000
export const enhancedPromptMaxTokens = 800
/** Conditions of a plan's filter: entries, and characters of each. A name also bounds a template's text. */
export const filterMaxFileTypes = 30
export const filterMaxSenders = 10
export const filterMaxWords = 20
export const filterWordMaxLength = 60
export const planNameMaxLength = 100
/** Levels of a planned folder, and parts of a level's template. */
export const planMaxFolderLevels = 6
export const templateMaxParts = 8
/** Characters of a text that a filter compares. */
export const matchedTextMaxLength = 1000
/** Fields that a step extracts. */
export const extractionMaxFields = 10
/** Warnings that the language model may return with a plan. */
export const modelPlanMaxWarnings = 5
/** Prompt analyses kept per user. */
export const analysesMaxPerUser = 100

// Logs (server/events.ts)

/** Characters of an error's message that are logged. */
export const loggedErrorMaxLength = 200

// Notifications (server/db/notifications.ts)

/** Percentages of the monthly limit that create a notification. */
export const limitNotificationPercents = [usageHighPercent, usageAlmostFullPercent, 100]

// Clients of external services (server/vendors)

/** Defaults of every HTTP request. */
export const httpTimeoutMs = 10_000
export const httpResponseMaxBytes = 4 * 1024 * 1024
/** A streamed response that is slower in total has failed: it would occupy its account's slot for hours. */
export const streamMinBytesPerSecond = 10_000
/** Upper bound for a `Retry-After` of any service. */
export const retryAfterMaxMs = 24 * 60 * 60_000
/** How far a provider's clock may differ when the times of an id token are checked. */
export const idTokenClockToleranceSeconds = 300
/** Characters of ids, addresses and error codes in the responses of services. */
export const externalIdMaxLength = 255
export const externalAddressMaxLength = 320
export const serviceErrorCodeMaxLength = 100
/** Lifetimes of access tokens beyond these are refused. */
export const serviceTokenMaxLifetimeSeconds = 30 * 24 * 3600
export const entraTokenMaxLifetimeSeconds = 7 * 24 * 3600
/** Entra recommends five to ten minutes. */
export const clientAssertionLifetimeMs = 5 * 60_000

/** Graph accepts four concurrent requests per app and mailbox (learn.microsoft.com/graph/throttling-limits). */
export const graphMailboxConcurrency = 4
/** Interval in which a node that uses a mailbox's slots adapts their number to the needs of all nodes. */
export const graphSlotIntervalMs = 100
/** How long a node keeps unused slots that no other node wants. */
export const graphSlotIdleMs = 500
/** More nodes than slots: a node gives up its last slot after this time. */
export const graphSlotTurnMs = 500
/** Database connections that exchanges of slots may use at once, per process. */
export const graphSlotMaxQueries = 2
/** Responses with message bodies or drafts. */
export const graphBodyMaxBytes = 48 * 1024 * 1024
export const graphErrorMaxBytes = 64 * 1024
export const graphAttachmentsTimeoutMs = 30_000
/** How long Graph may send nothing while it streams an attachment. */
export const graphStreamIdleTimeoutMs = 60_000
/** Outlook is slow with drafts that quote long messages. */
export const graphDraftTimeoutMs = 30_000
/** How long a request that creates or sends a draft may wait for its place within the mailbox's limit. */
export const graphEffectMaxWaitMs = 10_000
/** When a request that waited longer is tried again. */
export const graphEffectRetryMs = 5000
/** Graph validates our webhook twice, up to ten seconds each, before it responds. */
export const graphSubscriptionTimeoutMs = 30_000
/** Guards against links that lead in a circle. */
export const graphMaxPages = 2000
/** How often the reading of a collection starts over because the link to a page has expired. */
export const graphMaxRestarts = 3
export const graphDeltaPageSize = 200
export const graphInboxPageSize = 100
export const graphPreviewPageSize = 250
/** Messages of all folders with their headers but without bodies: pages of them, and pages until enough are found. */
export const graphRecentPageSize = 100
export const graphRecentMaxPages = 3
export const graphFolderPageSize = 100
export const graphSentPageSize = 100
/** Large pages with message bodies time out at Graph. */
export const graphMessagePageSize = 25
/** Characters and entries of a message that are read. */
export const messageTextMaxLength = 8000
export const messageMaxRecipients = 50
export const messageMaxAttachmentNames = 50
/** Names of senders, recipients, categories and attachments. */
export const messageNameMaxLength = 255
/** Graph's maximum for `bodyPreview`. */
export const graphBodyPreviewMaxLength = 255
export const graphSubscriptionIdMaxLength = 128
/** Attachments as Graph lists them. */
export const graphAttachmentPageSize = 100
export const graphAttachmentIdMaxLength = 2000
export const attachmentNameMaxLength = 1000
export const contentTypeMaxLength = 200
export const contentIdMaxLength = 300
/** References to attachments (`cid:`) in one text. */
export const messageMaxContentIds = 1000

/** One attempt, and the whole request with its retry. */
export const languageModelAttemptTimeoutMs = 30_000
export const languageModelTimeoutMs = 60_000
/** Characters of the user's instructions, and of the message, that are sent to the language model. */
export const languageModelUserMaxLength = 8100
export const languageModelDataMaxLength = 24_000

/** Without a byte from the mail server, and the whole email: shorter than `emailRetryMinDelayMs`, its next attempt. */
export const smtpIdleTimeoutMs = 15_000
export const smtpTimeoutMs = 30_000
/** One attempt, to the end of its response. */
export const stripeTimeoutMs = 10_000
export const stripeMaxRetries = 2
/** Stripe's maximum. */
export const stripePageSize = 100
/** Stripe's default tolerance for the timestamp of a signature (docs.stripe.com/webhooks/signature). */
export const stripeSignatureToleranceSeconds = 300
export const stripeEventTypeMaxLength = 100
export const stripeVersionMaxLength = 60
/** Characters of Stripe's message about a card that the user sees. */
export const cardErrorMaxLength = 300

/** File services: one request, and its response. */
export const fileServiceTimeoutMs = 60_000
export const fileServiceResponseMaxBytes = 8 * 1024 * 1024
export const fileMetadataMaxBytes = 64 * 1024
export const fileSearchQueryMaxLength = 1000
/** Numbered names ("bill (2).pdf") that are tried when a name is taken. */
export const sameNameMaxFiles = 1000
/** TeamLeader: pages of a contact's newest deals that are searched for ours, and deals per page. */
export const teamLeaderDealMaxPages = 5
export const teamLeaderDealPageSize = 100
/** TeamLeader's rate limit: 200 calls in a sliding window of one minute. */
export const teamLeaderRateLimitWindowMs = 60_000
/** Google Drive: files of one name in one folder that are compared with a new file. */
export const googleDriveSameNamePageSize = 100

// Billing (server/billing)

/** How long the billing lock's transaction may be idle while Stripe is called. */
export const billingLockIdleTimeoutSeconds = 180
/** Database connections that may wait for Stripe at once, per process. */
export const billingConcurrency = 4
/** Stripe accepts 30 minutes to 24 hours; prices are not guaranteed for longer than this. */
export const checkoutSessionLifetimeMs = 60 * 60_000
/** Delay after a checkout session's expiry before its attempt is marked as expired and Stripe is read again. */
export const checkoutExpiryGraceMs = 5 * 60_000
/** Stripe ends a pending update after this time (docs.stripe.com/billing/subscriptions/pending-updates). */
export const pendingUpdateLifetimeMs = 23 * 60 * 60_000
/** A customer without a subscription is synced if a checkout attempt is at most this old. */
export const recentCheckoutAttemptMs = 3 * 24 * 60 * 60_000
/** How long the price of a preview is honoured. */
export const prorationPreviewLifetimeMs = 10 * 60_000
/** Exponential backoff from one minute, and the number of failures after which the operator is alerted. */
export const billingSyncMaxRetryMs = 60 * 60_000
export const customerClosureMaxRetryMs = 6 * 60 * 60_000
export const billingAlertAfterAttempts = 8
export const billingSyncBatchSize = 500
export const customerClosureBatchSize = 100
export const stripeWebhookMaxBytes = 1024 * 1024
/** Stripe retries webhooks for three days; older events are not read again. */
export const stripeEventLookbackMs = 3 * 24 * 60 * 60_000
export const stripeEventsPerReconciliation = 2000
export const stripeEventRetentionMs = 35 * 24 * 60 * 60_000
export const checkoutAttemptRetentionMs = 90 * 24 * 60 * 60_000

// PostgREST protocol (server/tables)

export const tableStatementTimeoutMs = 5000
export const tableBodyMaxBytes = 256 * 1024
/** Embeds multiply rows: a larger response is refused inside the database. */
export const tableResponseMaxBytes = 16 * 1024 * 1024
/** Longest page of rows; counts are not affected. */
export const tableMaxRows = 1000
/** Characters. The official client warns from 8,000 on. */
export const tableUrlMaxLength = 16 * 1024
export const contentLocationMaxLength = 4 * 1024
export const tableMaxParameters = 200
/**
 * Requests of a caller that a node executes at the same time; the others wait. One caller must not occupy all of its
 * connections to the database.
 */
export const tableMaxConcurrency = 4
/** A longer response is written in slices, as fast as the client reads them. */
export const tableSliceBytes = 256 * 1024
/** Each level of embeds multiplies the work of a request. */
export const tableMaxEmbedDepth = 3
export const tableMaxEmbeds = 12
/** Levels of nested `and` and `or`. */
export const tableMaxLogicDepth = 12
/** Characters of a regular expression. A thousand random ones of this length took PostgreSQL at most 60 ms each. */
export const tablePatternMaxLength = 50
/** Minimum interval between reloads of the schema cache that unknown names cause. */
export const schemaCacheMinAgeMs = 1000

// HTTP (server/http)

/** Filters of /rest/v1 make long URLs; Node's default of 16 KB would refuse them. */
export const headerMaxBytes = 32 * 1024
export const functionBodyMaxBytes = 256 * 1024
/** After this time a copy of security.txt counts as out of date (RFC 9116, 2.5.5: less than a year). */
export const securityTxtDays = 90
/** Characters of a message that names invalid fields. */
export const validationMessageMaxLength = 300
/** Ended windows are deleted after this many calls of a node, in batches. */
export const rateLimitCleanupInterval = 500
export const rateLimitCleanupBatchSize = 1000
/** Callers over their limit that a node remembers. One that is evicted costs a query per call and is still refused. */
export const exceededLimitsCacheSize = 10_000
/** Proxies and browsers close silent connections: interval of the comment lines in an event stream. */
export const liveHeartbeatMs = 25_000
export const liveMaxUnreadEvents = 500
/** Event streams of one user on one node. */
export const liveMaxConnectionsPerUser = 50
/** By then streams that no client reads have ended. */
export const liveRetryAfterSeconds = 60
/**
 * Idle connections: longer than proxies and browsers keep them, since closing a connection that is about to be used
 * fails a request.
 */
export const keepAliveTimeoutMs = 75_000
/**
 * Connections on which nothing arrives and nothing can be sent are closed: what a client does not read stays in memory.
 * Live events send a heartbeat, and every other response begins earlier.
 */
export const stalledConnectionMs = 120_000
/** Default of DRAIN_SECONDS in production. */
export const productionDrainMs = 10_000
/** Shutdown: how long requests in progress may take, and the interval in which their connections are closed. */
export const requestShutdownTimeoutMs = 20_000
export const closeIdleConnectionsMs = 50
/** A collector of traces and logs that is down is logged once in this time. */
export const telemetryErrorIntervalMs = 600_000

// Job queue (server/jobs)

/** Jobs of one queue that a node runs in parallel; they belong to different mailboxes, messages or users. */
export const jobConcurrencyPerQueue = 8
/** Time until a node finds a delayed job that has become due; other jobs are announced by the database. */
export const jobPollIntervalMs = 1000
/** Time in which other nodes claim a job that this node gives back. */
export const claimDeferralMs = 100
/** Connections of pg-boss's own pool. */
export const jobPoolSize = 6
/** Interval in which a node expires and deletes jobs. */
export const jobSuperviseIntervalSeconds = 30
export const jobRetryLimit = 3
export const jobRetryDelaySeconds = 1
export const jobRetryMaxDelaySeconds = 60
/** A job that runs longer counts as failed. */
export const jobExpirySeconds = 15 * 60
export const finishedJobRetentionSeconds = 24 * 3600
/** Jobs that one fetch of `runDueJobs()` returns. */
export const jobFetchBatchSize = 20
/** Time for running jobs to finish at shutdown. */
export const jobShutdownTimeoutMs = 10_000

// Outgoing emails (server/emails)

export const accountLinkEmailLifetimeMs = 60 * 60_000
export const noticeEmailLifetimeMs = 2 * 24 * 60 * 60_000
/** A stop of a mailbox that ends within this time is not emailed. */
export const stoppedMailboxEmailDelayMs = 60 * 60_000
export const forwardAddressEmailLifetimeMs = 24 * 60 * 60_000
/** Delay before the second attempt; doubles with each attempt up to the maximum. */
export const emailRetryMinDelayMs = 60_000
export const emailRetryMaxDelayMs = 30 * 60_000
/** Emails that one run of `reconcile-emails` enqueues. */
export const dueEmailBatchSize = 500

// Database (server/db)

/**
 * Connections of a node: default and minimum of DATABASE_CONNECTIONS, of which pg-boss has its pool and LISTEN has one.
 * The rest serves requests and jobs, some of which hold a connection while they use another one.
 */
export const databaseConnections = 27
export const minDatabaseConnections = 17
/** Connections of short-lived commands. */
export const defaultPoolSize = 10
/** Connections of the embedded database: enough for eleven nodes, where PostgreSQL's default is enough for three. */
export const embeddedMaxConnections = 300
export const databaseConnectTimeoutMs = 10_000
export const databaseStatementTimeoutMs = 30_000
export const databaseIdleTransactionTimeoutMs = 60_000
/** Prepared statements per connection, uses before a statement is prepared, and texts whose uses are counted. */
export const preparedStatementMaxCount = 400
export const preparedStatementMinUses = 3
export const preparedStatementCandidates = 1000
/** Pauses between reconnects of the LISTEN connection; doubles up to the maximum. */
export const listenerMinPauseMs = 100
export const listenerMaxPauseMs = 5000
/** Interval of a node's heartbeats, and how long other nodes regard it as alive after one. */
export const nodeHeartbeatMs = 1000
export const nodeLifetimeMs = 5000
/** Several database hosts: one is asked whether it accepts writes, how long the answer is valid, and the next try. */
export const databaseProbeTimeoutMs = 2000
export const primaryValidityMs = 1000
export const primaryRetryPauseMs = 250
/** The operating system notices within 20 seconds that the other end of an idle connection has gone. */
export const databaseKeepAliveDelayMs = 10_000
/** By how much the monotonic clocks of two machines may drift apart, as a share of the time. */
export const monotonicClockDrift = 1e-4
export const roleCreationMaxAttempts = 5
/** A migration waits for a lock less than PostgreSQL's `deadlock_timeout` (1 second), and tries for some minutes. */
export const migrationLockTimeoutMs = 500
export const migrationLockRetryMs = 250
export const migrationMaxAttempts = 400
/** Embedded PostgreSQL: start, check interval, and pause after a failed restart. */
export const embeddedStartTimeoutMs = 60_000
export const embeddedCheckIntervalMs = 500
export const embeddedRestartPauseMs = 10_000
export const embeddedProbeTimeoutMs = 2000
/** Bytes after which the log of the embedded PostgreSQL is truncated. */
export const embeddedLogMaxBytes = 5_000_000
export const embeddedStartRetries = 3
/** Signals that stop the embedded PostgreSQL, with the time until the next one. */
export const embeddedStopSignals = [
  ['SIGINT', 20_000],
  ['SIGQUIT', 5000],
  ['SIGKILL', 5000],
] as const
