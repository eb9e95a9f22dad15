/** Policy values that several files of `server/vendors` share. */

/** Defaults of every HTTP request. */
export const httpTimeoutMs = 10_000
export const httpResponseMaxBytes = 4 * 1024 * 1024
/** Upper bound for a `Retry-After` of any service. */
export const retryAfterMaxMs = 24 * 60 * 60_000
/** Characters of ids, addresses and error codes in the responses of services. */
export const externalIdMaxLength = 255
export const externalAddressMaxLength = 320
export const serviceErrorCodeMaxLength = 100
/** Responses with message bodies or drafts. */
export const graphBodyMaxBytes = 48 * 1024 * 1024
export const graphErrorMaxBytes = 64 * 1024
/** Messages of all folders with their headers but without bodies. */
export const graphRecentPageSize = 100
/** Characters and entries of a message that are read. */
export const messageTextMaxLength = 8000
/** Graph's maximum for the beginning of a text in lists of messages; other mailboxes cut there, too. */
export const messageExcerptMaxLength = 255
export const messageMaxAttachmentNames = 50
/** Stripe's maximum. */
export const stripePageSize = 100
export const fileServiceResponseMaxBytes = 8 * 1024 * 1024
export const fileMetadataMaxBytes = 64 * 1024
export const fileSearchQueryMaxLength = 1000
