import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'

/** Posts as a page of an attacker does whose DNS leads a browser to the server: `fetch` would send its own Host. */
export async function postFromReboundPage(
  url: string,
  { headers, body }: { headers: Record<string, string>; body: string },
): Promise<string> {
  const call = request(url, { method: 'POST', headers: { ...headers, host: 'evil.example' } }).end(body)
  const [response]: IncomingMessage[] = await once(call, 'response')
  return response ? text(response) : ''
}
