/** Policy values that several files of `server/db` share. */

export const databaseConnectTimeoutMs = 10_000
/** Interval of a node's heartbeats. */
export const nodeHeartbeatMs = 1000
