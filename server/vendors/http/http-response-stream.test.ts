import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { expect, test } from 'vitest'
import { openResponseStream } from './http-response-stream.ts'

async function read(listener: RequestListener): Promise<void> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await using stack = new AsyncDisposableStack()
  stack.defer(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  const { body } = await openResponseStream({ vendor: 'it', method: 'GET', url, timeoutMs: 100 })
  for await (const chunk of body) expect(chunk.length).toBeGreaterThan(0)
}

const sendingBytes: RequestListener = (_request, response) => {
  const timer = setInterval(() => response.write('a'), 20)
  response.once('close', () => clearInterval(timer))
}

test('a body that never ends times out, although a byte arrives all the time', async () => {
  await expect(read(sendingBytes)).rejects.toMatchObject({ status: 0, code: 'timeout' })
})

test('a server that stops sending times out', async () => {
  await expect(read((_request, response) => void response.write('a'))).rejects.toMatchObject({ code: 'timeout' })
})
