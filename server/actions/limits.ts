/** Policy values that several files of `server/actions` share. */

export const runMaxAttempts = 8
/** Delay of a run while another worker creates the same contact or uploads the same content. */
export const concurrentEffectRetryMs = 15_000
/** Claim on a message's actions: longer than any single call of a run. */
export const actionClaimSeconds = 180
export const runNoteMaxLength = 1000
/** Attachment names that a note lists, and characters of each. */
export const listedMaxNames = 6
export const listedNameMaxLength = 40
export const confirmationLinkDays = 7
/**
 * Forwards, and drafts, to one recipient within an hour. Exchange Online sends 30 emails a minute and 10,000 a day;
 * help desks suspend a sender after 10 in ten minutes to 50 in an hour. See `docs/decisions/013-actions.md`.
 */
export const automaticEmailsPerHour = 100
/** Difference between our clock and that of a service. */
export const vendorClockGraceMs = 5 * 60_000
/** Outlook accepts attachments of 150 MB per message; a larger size cannot be right. */
export const attachmentMaxBytes = 200 * 1024 * 1024
/** Characters of an extracted value that is stored. */
export const extractedValueMaxLength = 120
/** Characters of what a step reports to the user. */
export const stepNoteMaxLength = 300
