import { startSandbox } from './sandbox.ts'

const port = Number(process.env.SANDBOX_PORT ?? Number(process.env.PORT ?? 3000) + 1)
const sandbox = await startSandbox({ port, demo: true })
process.stdout.write(`The sandbox is at ${sandbox.url}\n`)

let stopping = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (stopping) return
    stopping = true
    void sandbox[Symbol.asyncDispose]()
  })
}
