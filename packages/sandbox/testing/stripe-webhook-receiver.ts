import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { Stripe } from 'stripe'
import { SANDBOX_SECRET } from '../stripe/webhooks/webhook-endpoints.ts'

type Post = { headers: IncomingHttpHeaders; body: string }

export type Receiver = {
  url: string
  posts: Post[]
  /** The status of the next responses; null for no response. */
  answerWith(status: number | null): void
  waitFor(count: number): Promise<void>
  types(): string[]
  [Symbol.asyncDispose](): Promise<void>
}

/** An HTTP server that records webhooks with their raw bodies. */
export async function startReceiver(): Promise<Receiver> {
  const posts: Post[] = []
  const waiting = new Set<() => void>()
  let status: number | null = 200
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      posts.push({ headers: request.headers, body: Buffer.concat(chunks).toString() })
      if (status !== null) response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end('seen')
      for (const wake of waiting) wake()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the receiver has no port')
  return {
    url: `http://127.0.0.1:${address.port}/api/stripe-webhook`,
    posts,
    answerWith(next) {
      status = next
    },
    async waitFor(count) {
      while (posts.length < count) await new Promise<void>((resolve) => waiting.add(resolve))
    },
    types: () => posts.map(({ body }) => String(JSON.parse(body).type)),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The event, if stripe-node accepts the signature. @param now milliseconds of the sandbox's clock */
export function eventIn(stripe: Stripe, { headers, body }: Post, now: number, secret = SANDBOX_SECRET): Stripe.Event {
  return stripe.webhooks.constructEvent(body, headers['stripe-signature'] ?? '', secret, 300, undefined, now)
}
