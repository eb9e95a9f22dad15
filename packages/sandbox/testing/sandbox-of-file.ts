import { afterAll, beforeEach } from 'vitest'
import { startTestSandbox, type TestSandbox } from './sandbox-client.ts'
import { startTestStripe, type TestStripe } from './stripe-client.ts'

/** One sandbox for the tests of a file, reset before each of them. */
export async function sandboxOfFile(): Promise<TestSandbox> {
  const sandbox = await startTestSandbox()
  afterAll(() => sandbox[Symbol.asyncDispose]())
  beforeEach(() => sandbox.control('POST', '/reset'))
  return sandbox
}

/** The same with a client of Stripe. */
export async function stripeOfFile(): Promise<TestStripe> {
  const t = await startTestStripe()
  afterAll(() => t[Symbol.asyncDispose]())
  beforeEach(() => t.sandbox.control('POST', '/reset'))
  return t
}
