/** Policy values of the page alone; values that the server needs too are in `contract/limits.ts`. */

// Polling and caching
export const queryStaleMs = 15_000
/** Progress of a running backfill or bulk undo. */
export const progressPollMs = 2000
/** Totals that change with each sorted message. */
export const totalsPollMs = 5000
export const pricePreviewCacheMs = 60_000
export const pricePreviewPollMs = 5 * 60_000
/** How often a page checks whether a new usage month has begun. */
export const usageMonthCheckMs = 15_000
/** Delays between the checks whether a payment has arrived. */
export const paymentCheckDelaysSeconds = [1, 2, 4, 8]

/** How often texts such as “1 min ago” are written again. */
export const clockTickMs = 30_000

// Live events
export const reconnectMinDelayMs = 1000
export const reconnectMaxDelayMs = 30_000
/** Two missed heartbeats of the server. */
export const heartbeatTimeoutMs = 60_000
/** Events within this time cause one refetch. */
export const liveEventBatchMs = 250
/** Pause in typing after which the editor reports the senders that it read. */
export const senderRulesDelayMs = 400

// Session
/** More than the 90 s before expiry at which the auth client treats a token as expired. */
export const sessionRenewalLeadMs = 120_000

// Interaction
/** A screen that takes longer to load is replaced by a spinner. */
export const screenPendingMs = 100
export const partRetryMs = 10_000
export const pricePreviewDebounceMs = 400
/** Each preview reads the last messages from Outlook. */
export const sortingPreviewDebounceMs = 400
export const instructionsPreviewDebounceMs = 700
/** Pause in typing after which a prompt is analysed; a language model may be asked each time. */
export const promptPauseMs = 1000
export const filterDebounceMs = 300

/** Browsers read the URL of a download asynchronously. */
export const downloadUrlLifetimeMs = 10_000

// Display
/** Folders in the table before “Show all”: hundreds of rows take long to render and to scroll past. */
export const foldersInitialLength = 60
export const foldersInitialLengthOnPhone = 20
export const untrustedTextMaxLength = 200
export const listInitialLength = 5
/** Few, so that the palette needs no scrolling. */
export const paletteMaxFolders = 6
/** Few, so that the folders below stay visible. */
export const proposalsInitialLength = 3
/** With this many messages left to review the next page is loaded. */
export const reviewPrefetchCount = 5
export const testMessagesShown = 10
/** With this many recovery codes or fewer the account page suggests new ones. */
export const recoveryCodesLow = 2
