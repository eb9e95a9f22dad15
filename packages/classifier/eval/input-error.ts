/** An invalid file or option that the caller can correct: reported in one line, without a stack. */
export class InputError extends Error {}

/** Exits with 1 on an uncaught error: one line for an InputError, the stack for a defect. */
export function reportInputErrors(): void {
  process.on('uncaughtException', (error: Error) => {
    const isInput = error instanceof InputError || ('code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_'))
    process.stderr.write(`${isInput ? error.message : error.stack}\n`)
    process.exit(1)
  })
}
