import { ConfigError } from '../../server/config.ts'
import { StartProblem } from '../../server/start-problem.ts'

/** Ends a command with 1 where it fails: what whoever called it can mend is told in lines; all else is a fault of ours, and keeps its stack. */
export function tellProblems(): void {
  process.on('uncaughtException', (error: Error) => {
    const isTheirs = error instanceof ConfigError || error instanceof StartProblem
    process.stderr.write(`${isTheirs ? error.message : error.stack}\n`)
    process.exit(1)
  })
}
