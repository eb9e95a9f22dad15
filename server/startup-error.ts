/** A configuration or environment error that the operator can fix: printed as one line without a stack. */
export class StartupError extends Error {}

/** Code of a failed system call, e.g. `EADDRINUSE`; null for other errors. */
export const systemCode = (error: unknown): string | null =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null

const inaccessible = /^(EACCES|EDQUOT|EEXIST|ELOOP|ENAMETOOLONG|ENOSPC|ENOTDIR|EPERM|EROFS)$/

/** A StartupError where DATA_DIR is not usable; any other error unchanged. */
export function describeDataDirError(error: unknown, dataDir: string): unknown {
  const code = systemCode(error) ?? ''
  if (!inaccessible.test(code)) return error
  return new StartupError(`DATA_DIR: ${dataDir} cannot be used (${code}); choose a folder that this user may write in`)
}

/** A StartupError where the address or the port cannot be listened on; any other error unchanged. */
export function describeListenError(error: unknown, port: number, setting: string): unknown {
  switch (systemCode(error)) {
    case 'EADDRINUSE':
      return new StartupError(`${setting}: port ${port} is taken; stop what uses it, or choose another one`)
    case 'EADDRNOTAVAIL':
      return new StartupError('HOST: this machine has no such address; 0.0.0.0 stands for all that it has')
    case 'EACCES':
      return new StartupError(`${setting}: port ${port} may not be used by this user; choose one above 1023`)
    default:
      return error
  }
}
