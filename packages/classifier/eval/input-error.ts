/** A file or an option that the caller of a command can correct: reported in one line, without a stack. */
export class InputError extends Error {}

/**
 * Ends the process with 1 on an uncaught error: one line for what the caller can correct, the stack for a defect of
 * ours.
 */
export function reportInputErrors(): void {
  process.on('uncaughtException', (error: Error) => {
    const isInput = error instanceof InputError || ('code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_'))
    process.stderr.write(`${isInput ? error.message : error.stack}\n`)
    process.exit(1)
  })
}
