import { startSandbox } from '../../packages/sandbox/sandbox.ts'

/**
 * The sandbox without its demo mail, which would distort the figures. Sends its URL to the parent process and exits
 * with it.
 */
const sandbox = await startSandbox({ port: 0 })
process.send?.(sandbox.url)
for (const signal of ['SIGINT', 'SIGTERM', 'disconnect'] as const) {
  process.once(signal, () => {
    if (process.connected) process.disconnect?.()
    void sandbox[Symbol.asyncDispose]()
  })
}
