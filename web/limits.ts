/**
 * Policy values of the page that several files use; a value with one user is above its use. Values that the server
 * needs too are in `contract/limits.ts`.
 */

/** Progress of a running backfill or bulk undo. */
export const progressPollMs = 2000
/** Totals that change with each sorted message. */
export const totalsPollMs = 5000
/** Pause in typing after which a prompt is analysed; a language model may be asked each time. */
export const promptPauseMs = 1000
export const listInitialLength = 5
