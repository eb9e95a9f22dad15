import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { expect, test } from 'vitest'
import type { StripeConfig } from '../../service-settings.ts'
import { httpResponseMaxBytes } from '../limits.ts'
import { stripeEvents } from './stripe-events.ts'
import { createStripeSdk } from './stripe-sdk.ts'
import { withTimeLimitsUpTo } from '../http/time-limit.ts'

/** Stripe, its API at the root as in production. */
async function startServer(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    apiUrl: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const settingsFor = (apiUrl: string): StripeConfig => ({
  secretKey: 'sk_test_1',
  webhookSecrets: [],
  apiUrl,
  mode: 'test',
  setUp: 'command',
})

const callTo = (apiUrl: string) => createStripeSdk(settingsFor(apiUrl), (call) => call())

test('a response that never ends reaches the time limit, and its outcome is unknown', async () => {
  await using server = await startServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.write('{"id":"cus_1","object":"customer"}')
    const timer = setInterval(() => response.write(' '), 10)
    response.on('close', () => clearInterval(timer))
  })
  const call = callTo(server.apiUrl)
  const created = withTimeLimitsUpTo(100, () => call((stripe) => stripe.customers.create({})))
  await expect(created).rejects.toMatchObject({ vendor: 'stripe', status: 0 })
})

test('a page of events that is no list is an error of Stripe, of which the outcome is unknown', async () => {
  await using server = await startServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"object":"list"}')
  })
  const events = stripeEvents(callTo(server.apiUrl)).listEventsSince(new Date(0), ['invoice.paid'], 10)
  await expect(events).rejects.toMatchObject({ vendor: 'stripe', status: 0, code: 'unreadable_answer' })
})

test('a response beyond the size limit is not read to its end', async () => {
  let sent = 0
  await using server = await startServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const part = Buffer.alloc(1024 * 1024, ' ')
    const send = (): void => {
      if (sent === 4 * httpResponseMaxBytes) return void response.end('{"id":"cus_1","object":"customer"}')
      sent += part.length
      response.write(part, (error) => error || send())
    }
    send()
  })
  const call = callTo(server.apiUrl)
  await expect(call((stripe) => stripe.customers.retrieve('cus_1'))).rejects.toMatchObject({
    vendor: 'stripe',
    status: 0,
  })
  expect(sent).toBeLessThan(4 * httpResponseMaxBytes)
})

test('does not follow redirects, which could lead to any host', async () => {
  const paths: (string | undefined)[] = []
  await using server = await startServer((request, response) => {
    paths.push(request.url)
    response.writeHead(307, { location: '/elsewhere' }).end()
  })
  const call = callTo(server.apiUrl)
  await expect(call((stripe) => stripe.customers.create({}))).rejects.toMatchObject({ vendor: 'stripe', status: 0 })
  expect(paths).toEqual(['/v1/customers'])
})
