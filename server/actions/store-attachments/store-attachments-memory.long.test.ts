import { once } from 'node:events'
import { afterAll, expect, test } from 'vitest'
import { startProgram } from '../../../scripts/lib/child-processes.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'
import { storingMailbox } from '../../../test/kit/storing-mailbox.ts'

/**
 * The largest attachment that Outlook accepts is streamed, never buffered. The sandbox is a separate process, so its
 * memory is not counted.
 */

const mib = 2 ** 20
const size = 150 * mib

const sandbox = startProgram('bench/programs/sandbox.ts')
let url = ''
const [sandboxUrl] = await once(sandbox.child, 'message')
url = String(sandboxUrl)
const app = await appOfFile({ env: { SANDBOX_URL: url }, startsAt: null })
afterAll(async () => {
  await sandbox[Symbol.asyncDispose]()
})

function post(method: string, path: string, body: BodyInit | null): Promise<Response> {
  const request = { method, headers: { 'content-type': 'application/json' }, body, duplex: 'half' }
  return fetch(`${url}${path}`, request)
}

async function control(method: string, path: string, body?: unknown): Promise<unknown> {
  const answer = await post(method, path, body === undefined ? null : JSON.stringify(body))
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`)
  return text === '' ? null : JSON.parse(text)
}

/** Streams a message with a large attachment as JSON. */
function largeMail(): ReadableStream<Uint8Array> {
  const part = Buffer.from(Buffer.alloc(3 * mib, 'large ').toString('base64'))
  let left = size / (3 * mib)
  return new ReadableStream({
    start: (body) =>
      body.enqueue(Buffer.from('{"subject":"Large","attachments":[{"name":"large.bin","contentBytes":"')),
    pull(body) {
      if (left-- > 0) return body.enqueue(part)
      body.enqueue(Buffer.from('"}]}'))
      body.close()
    },
  })
}

test('transfers 150 MB from Outlook to Dropbox with constant memory', async () => {
  const store = await storingMailbox({ ...app, sandbox: { url }, control }, 'dropbox')
  const answer = await post('POST', `/control/outlook/${store.mailbox.email}/messages?folder=Bills`, largeMail())
  expect(answer.status).toBe(201)
  const { id } = await answer.json()
  const { logId } = await store.sorted({ subject: 'Large' }, String(id))
  const before = process.memoryUsage().rss
  let peak = before
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 10)
  await app.runDueJobs()
  clearInterval(watch)
  expect((await store.runs(logId))[0]).toMatchObject({ status: 'done' })
  expect(Object.keys(await store.stored())).toEqual(['/large.bin'])
  expect((peak - before) / mib).toBeLessThan(size / mib)
}, 300_000)
