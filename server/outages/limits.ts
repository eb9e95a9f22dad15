/** Policy values that several files of `server/outages` share. */

/** Consecutive failures from which an account has an outage: a single failure may be that of one request. */
export const outageMinFailures = 2
/** An open circuit breaker admits one call in this time, over all nodes. */
export const providerProbeIntervalMs = 60_000
