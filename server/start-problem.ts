/** Why the program cannot start, as its operator can mend it: told in a line, without a stack. */
export class StartProblem extends Error {}

/** The code of a failed system call (`EADDRINUSE`), null for any other error. */
export const systemCode = (error: unknown): string | null =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null

const unusable = /^(EACCES|EDQUOT|EEXIST|ELOOP|ENAMETOOLONG|ENOSPC|ENOTDIR|EPERM|EROFS)$/

/** Where the folder of the settings is what is wrong, a line that says so; any other error as it is. */
export function dataDirInWords(error: unknown, dataDir: string): unknown {
  const code = systemCode(error) ?? ''
  if (!unusable.test(code)) return error
  return new StartProblem(`DATA_DIR: ${dataDir} cannot be used (${code}); choose a folder that this user may write in`)
}
