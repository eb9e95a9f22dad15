/** Policy values that several files of `server/self-check` share. */

export const selfCheckWindowMs = 24 * 60 * 60_000
/** A mailbox that may be called leaves no message and no delta query undone for this long. */
export const selfCheckLateMs = 2 * 60 * 60_000
