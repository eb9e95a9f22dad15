import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { takePort } from '../test/kit/program.ts'
import { appOfFile } from '../test/kit/start-app.ts'
import { listen } from './listen.ts'
import { StartupError } from './startup-error.ts'

const pages = fileURLToPath(new URL('../test/kit/no-pages', import.meta.url))

const app = await appOfFile()

test('a port in use is reported in one line that names the setting', async () => {
  await using taken = await takePort()
  await expect(listen(app.ctx, taken.port, pages)).rejects.toThrow(
    new StartupError(`PORT: port ${taken.port} is taken; stop what uses it, or choose another one`),
  )
})

test('a stopping node reports that it is not ready, and finishes the request in progress', async () => {
  const stopping = new AbortController()
  const server = await listen({ ...app.ctx, stopping: stopping.signal }, 0, pages)
  const ready = () => fetch(`http://127.0.0.1:${server.port}/readyz`)
  expect((await ready()).status).toBe(200)

  const socket = connect(server.port, '127.0.0.1')
  const body = 'password=x'
  socket.write(`POST /auth/v1/signup HTTP/1.1\r\nHost: mailroom\r\nContent-Length: ${body.length}\r\n\r\n`)
  stopping.abort()
  const refused = await ready()
  expect([refused.status, refused.headers.get('connection')]).toEqual([503, 'close'])

  const closed = server[Symbol.asyncDispose]()
  await expect(ready()).rejects.toThrow()
  socket.write(body)
  const answer = await text(socket)
  expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /)
  expect(answer).toMatch(/^connection: close\r$/im)
  await closed
  if (!socket.closed) await once(socket, 'close')
})
