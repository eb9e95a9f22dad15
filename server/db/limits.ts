/** Policy values that several files of `server/db` share. */

export const databaseConnectTimeoutMs = 10_000
