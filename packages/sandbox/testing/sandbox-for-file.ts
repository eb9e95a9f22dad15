import { afterAll, beforeAll, beforeEach } from 'vitest'
import { startTestSandbox, type TestSandbox } from './sandbox-client.ts'
import { startTestStripe, type TestStripe } from './stripe-client.ts'

/** One sandbox for the tests of a file, reset before each of them. */
export function sandboxForFile(started: (sandbox: TestSandbox) => void): void {
  forFile(startTestSandbox, (sandbox) => sandbox.control('POST', '/reset'), started)
}

/** The same with a client of Stripe. */
export function stripeForFile(started: (stripe: TestStripe) => void): void {
  forFile(startTestStripe, ({ sandbox }) => sandbox.control('POST', '/reset'), started)
}

function forFile<T extends AsyncDisposable>(
  start: () => Promise<T>,
  reset: (running: T) => Promise<unknown>,
  started: (running: T) => void,
): void {
  let running: T | undefined
  beforeAll(async () => {
    running = await start()
    started(running)
  })
  beforeEach(async () => {
    if (running) await reset(running)
  })
  afterAll(() => running?.[Symbol.asyncDispose]())
}
