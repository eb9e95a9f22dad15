import { Agent, request } from 'node:http'

export interface Load {
  /** Responses with the expected status per second, and all of them. */
  perSecond: number
  p50: number
  p99: number
  accepted: number
  failures: number
}

/**
 * Posts as fast as responses arrive, over the given number of connections. Both sides of a comparison use this client,
 * so its own cost cancels out.
 */
export async function load(
  url: string,
  { connections, seconds, wanted, body }: { connections: number; seconds: number; wanted: number; body: () => string },
): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const millis: number[] = []
  let failures = 0
  const begun = performance.now()
  const ends = begun + seconds * 1000
  const connection = async (): Promise<void> => {
    while (performance.now() < ends) {
      const sent = performance.now()
      if ((await post(agent, url, body())) === wanted) millis.push(performance.now() - sent)
      else failures++
    }
  }
  await Promise.all(Array.from({ length: connections }, connection))
  const took = (performance.now() - begun) / 1000
  agent.destroy()
  return { perSecond: millis.length / took, ...quantiles(millis), accepted: millis.length, failures }
}

function quantiles(values: number[]): { p50: number; p99: number } {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? Number.NaN
  return { p50: at(0.5), p99: at(0.99) }
}

function post(agent: Agent, url: string, body: string): Promise<number> {
  return new Promise((resolve) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const sent = request(url, { method: 'POST', agent, headers }, (answer) => {
      answer.resume()
      answer.on('end', () => resolve(answer.statusCode ?? 0))
    })
    sent.on('error', () => resolve(0))
    sent.end(body)
  })
}
