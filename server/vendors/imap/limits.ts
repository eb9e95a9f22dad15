/** Policy values of the clients of mail servers, which users name: a hostile one costs its own connection. */

/** From the address to the end of the sign-in; servers delay a refused one. */
export const mailServerOpenTimeoutMs = 30_000
export const mailServerConnectTimeoutMs = 10_000
export const mailServerGreetingTimeoutMs = 15_000
/** Without a byte. Longer than IDLE lasts before it is renewed. */
export const imapIdleTimeoutMs = 5 * 60_000
/** Of one call: its commands, and what they return. */
export const imapCallTimeoutMs = 60_000
export const imapCallMaxBytes = 16 * 1024 * 1024
/** Numbers of 500,000 messages. */
export const imapLineMaxBytes = 4 * 1024 * 1024
/** Larger content is read in parts. */
export const imapLiteralMaxBytes = 4 * 1024 * 1024
export const imapResponseMaxBytes = 8 * 1024 * 1024
/** Each takes about a hundred bytes of memory. */
export const imapResponseMaxTokens = 100_000
/** Of one use of a server for sending: a large email takes long. */
export const submissionTimeoutMs = 60_000
