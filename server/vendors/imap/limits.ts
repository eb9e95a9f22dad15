/** Policy values that several files of `server/vendors/imap` share. */

export const mailServerConnectTimeoutMs = 10_000
export const mailServerGreetingTimeoutMs = 15_000
