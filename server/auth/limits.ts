/** Policy values that several files of `server/auth` share. */

/** An email waits at most one hour, and its link is valid for another: afterwards no client can return to the flow. */
export const emailFlowLifetimeMs = 3 * 60 * 60_000
/** Characters of a request that the message of a refusal repeats. */
export const quotedParameterMaxLength = 30
