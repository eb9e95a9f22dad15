/** Constants and limits that server and page share. */
export const defaultProductName = 'Mailroom'

export const passwordMinLength = 8
export const folderNameMaxLength = 255
export const instructionsMaxLength = 4000
export const mailboxNameMaxLength = 255
export const defaultMailboxName = 'Primary Mailbox'

/** Maximum age of the session's last authentication for changes of credentials and factors. */
export const recentAuthenticationMs = 5 * 60_000
/** Interval between two emails of one kind to one address. */
export const emailMinIntervalSeconds = 60
/** Name of a second factor. */
export const factorNameMaxLength = 100

export const tokenRefreshThresholdMs = 5 * 60_000
/** How far back the live events of a new connection reach. */
export const liveReplayMs = 5000

export const logsPageSize = 25
export const recentLogsOnFoldersTab = 5
export const maxExportedLogs = 50_000
/** Characters of an email that the review shows: a few lines. */
export const mailExcerptMaxLength = 600
/** Messages that a preview classifies. */
export const maxPreviewedMessages = 50
/** Emails that a preview of instructions offers as examples, and picked emails that one call learns from or moves. */
export const maxClosestEmails = 3
/** Tidy up: emails of one press, emails of the inbox that are grouped, and how many days back. */
export const maxTidyUpMessagesPerCall = 500
export const maxTidyUpEmails = 2000
export const tidyUpDays = 30
/** Senders: what a year is, rows of a page, senders that one call is about, characters of a search. */
export const senderYearDays = 365
export const sendersPageSize = 50
export const maxSendersPerCall = 50
export const senderSearchMaxLength = 200
/**
 * Moves by hand, or returns to the inbox, that are learned from at once. More are a clean-up, an import or another
 * program: the user is asked.
 */
export const maxMovesLearnedAtOnce = 50
/** Conditions of a mailbox, and characters of one (an address has at most 320). */
export const maxConditions = 500
export const conditionValueMaxLength = 320
/** Text filters of the history. */
export const filterSubjectMaxLength = 200
/** Pieces of evidence that a processing log stores. */
export const maxEvidence = 6
/** Outlook category of messages that stay in the inbox as unsure. */
export const unsureCategory = 'Unsure'

/** Range of the mailbox's confidence threshold. */
export const minConfidenceThreshold = 0.3
export const maxConfidenceThreshold = 0.95

/** Confidence from which the page says “Sure” or “Likely”; below, “Unsure”. */
export const sureConfidence = 0.85
export const likelyConfidence = 0.6
/** Below it, the review offers first to keep an email in the inbox. */
export const likelyFolderConfidence = 0.3

/** Characters of what the history stores about an effect of an action. */
export const effectLabelMaxLength = 300
export const effectUrlMaxLength = 2000

/** Settings of actions: ranges of the page's sliders. The agent's context has no slider; its range bounds the input. */
export const maxFilesRange = { min: 1, max: 5, step: 1 } as const
export const maxConnectionsRange = { min: 1, max: 5, step: 1 } as const
export const draftContextRange = { min: 500, max: 3000, step: 250 } as const
export const agentContextRange = { min: 500, max: 10_000, step: 1 } as const
export const actionTextMaxLength = 4000
/** Of a base folder: stores limit a path to about 240 characters, and file names and planned folders need the rest. */
export const folderPathMaxLength = 160
export const maxFolderLevels = 8
/** Below it the page shows 'Low confidence - prompt may be unclear or too complex'. */
export const lowPlanConfidence = 0.3
/** Plan of a prompt: characters of each displayed text, steps, and warnings. */
export const planTextMaxLength = 200
export const maxPlanSteps = 10
export const maxPlanWarnings = 20

/** Days of the overview, today included. */
export const overviewDays = 30
export const maxOverviewFolders = 10
/** Days of the overview's weekly line, today included. */
export const overviewWeekDays = 7
/** Estimated time to file a message by hand; the page names it as an estimate. */
export const secondsSavedPerMail = 30
/** Notifications in the list. */
export const maxNotificationsShown = 50

/** Quantity of one add-on, and kinds of add-ons per order (Stripe allows 20 items per subscription, plan included). */
export const maxAddonQuantity = 99

/** Percentages of the monthly limit from which the meter warns; each of them creates a notification. */
export const usageHighPercent = 80
export const usageAlmostFullPercent = 95

export const defaultPlanName = 'Free'
export const isPaidPlan = (plan: { price_monthly: number }): boolean => plan.price_monthly > 0

/** Whether the plan's limit applies, else the free plan's. It applies after a failed payment until Stripe gives up. */
export const isPlanInEffect = (status: string): boolean =>
  status === 'active' || status === 'trialing' || status === 'past_due'
/** The page offers add-ons for the plan with this name. */
export const addonsPromotedOnPlan = 'Pro'

/** First day of the month in UTC as `YYYY-MM-DD`: the key of `usage`. */
export const usageMonth = (now: Date): string => `${now.toISOString().slice(0, 7)}-01`

/** Noon of the first day of the month after it, so that most time zones show that day. */
export const nextUsageMonth = (month: string): string => {
  const next = new Date(`${month}T12:00:00Z`)
  next.setUTCMonth(next.getUTCMonth() + 1)
  return next.toISOString()
}
