/** The constants of specification §9, and the sizes that both sides check. */
export const defaultProductName = 'Mailroom'

export const passwordMinLength = 8
export const currentPasswordMinLength = 6
export const folderNameMaxLength = 255
export const instructionsMaxLength = 4000
export const mailboxNameMaxLength = 255
export const defaultMailboxName = 'Primary Mailbox'

/** Milliseconds. */
export const subscriptionCacheMs = 5 * 60_000
export const mailboxConnectedDelayMs = 500
export const tokenRefreshThresholdMs = 5 * 60_000
export const toastDurationMs = 4000
export const toastsVisible = 3
export const tooltipOpenDelayMs = 700
export const tooltipSkipDelayMs = 300
export const navigationOpenDelayMs = 200
export const navigationSkipDelayMs = 300
export const navigationCloseDelayMs = 150
export const fetchRetries = 3
export const fetchBackoffMaxMs = 30_000

export const logsPageSize = 25
export const logsOnFoldersTab = 5
export const logsExportMost = 50_000
/** Mails of the history that a preview looks at. */
export const previewedMost = 50
/** Senders and lists that are listed as learned. */
export const learnedMost = 500
/** Mails that an undo of many names as left alone. */
export const leftAloneShown = 50
/** Conditions of a mailbox, and characters of one (an address has at most 320). */
export const conditionsMost = 500
export const conditionValueMaxLength = 320
/** Pieces of evidence that a row of the history keeps. */
export const evidenceMost = 6
/** The category that marks a mail in Outlook which stayed in the inbox because the sorter was not sure. */
export const unsureCategory = 'Unsure'

/** How sure the sorter can be asked to be before it moves a mail. */
export const lowestThreshold = 0.3
export const highestThreshold = 0.95

/** The overview looks back so many days, today included. */
export const overviewDays = 30
export const overviewFoldersMost = 10
/** What it takes to file a mail by hand: an estimate, and the page says so. */
export const secondsSavedPerMail = 30
/** So much of the bell is shown. */
export const notificationsMost = 50
/** Whoever was away longer is told what was sorted meanwhile. */
export const awayAfterMs = 60 * 60_000

/** Of one add-on; and kinds of them in one order (Stripe takes at most 20 items a subscription, the plan among them). */
export const addonQuantityMost = 99
export const addonsMost = 19

export const defaultPlanName = 'Free'
export const isPaidPlan = (plan: { price_monthly: number }): boolean => plan.price_monthly > 0

/** Whether the plan's limit holds; else the free plan's does. After a failed payment it holds until the payment provider gives up (decision 13). */
export const planHolds = (status: string): boolean =>
  status === 'active' || status === 'trialing' || status === 'past_due'
/** Add-ons are advertised for the plan of this name. */
export const addonsAdvertisedFor = 'Pro'
/** Months that the page shows of the usage, the current one included. */
export const usageMonthsShown = 6

/** First day of the month in UTC as `YYYY-MM-DD`: the key of `usage` (invariant I25). */
export const usageMonth = (now: Date): string => `${now.toISOString().slice(0, 7)}-01`
