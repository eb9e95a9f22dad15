/** Why the program cannot start, as its operator can mend it: told in a line, without a stack. */
export class StartProblem extends Error {}

/** The code of a failed system call (`EADDRINUSE`), null for any other error. */
export const systemCode = (error: unknown): string | null =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null
