import { startSandbox } from '../../packages/sandbox/sandbox.ts'

/**
 * The sandbox without its demo mail, which would come in between. Tells its address, and ends with whoever started it.
 */
const sandbox = await startSandbox({ port: 0 })
process.send?.(sandbox.url)
for (const signal of ['SIGINT', 'SIGTERM', 'disconnect'] as const) {
  process.once(signal, () => {
    if (process.connected) process.disconnect?.()
    void sandbox[Symbol.asyncDispose]()
  })
}
