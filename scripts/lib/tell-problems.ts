import { InputError } from '../../packages/classifier/eval/input-error.ts'
import { ConfigError } from '../../server/config.ts'
import { StartupError, systemCode } from '../../server/startup-error.ts'

/**
 * Ends a command with 1 where it fails: what whoever called it can mend is told in lines; all else is a fault of ours,
 * and keeps its stack.
 */
export function tellProblems(): void {
  process.on('uncaughtException', (error: Error) => {
    const isTheirs =
      error instanceof ConfigError || error instanceof StartupError || error instanceof InputError || isOption(error)
    process.stderr.write(`${isTheirs ? error.message : error.stack}\n`)
    process.exit(1)
  })
}

/** An option that the command does not have, or a value that it lacks: Node's own words name it. */
const isOption = (error: Error): boolean => systemCode(error)?.startsWith('ERR_PARSE_ARGS_') ?? false
