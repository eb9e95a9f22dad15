import { InputError } from '../../packages/classifier/eval/input-error.ts'
import { ConfigError } from '../../server/config.ts'
import { StartupError, systemCode } from '../../server/startup-error.ts'

/**
 * Exits with 1 on an uncaught error. Errors that the caller can correct are printed without a stack; all others are
 * defects and keep it.
 */
export function reportCommandErrors(): void {
  process.on('uncaughtException', (error: Error) => {
    const isCallerError =
      error instanceof ConfigError ||
      error instanceof StartupError ||
      error instanceof InputError ||
      isOptionError(error)
    process.stderr.write(`${isCallerError ? error.message : error.stack}\n`)
    process.exit(1)
  })
}

/** An unknown option or a missing value; Node's own message names it. */
const isOptionError = (error: Error): boolean => systemCode(error)?.startsWith('ERR_PARSE_ARGS_') ?? false
