import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { CoalescingSocket } from './coalescing-socket.ts'

test('sends nothing before the end of the turn, and then everything in order', async () => {
  let received = ''
  const server = createServer((connection) => connection.on('data', (part) => (received += part.toString())))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const socket = new CoalescingSocket()
  socket.connect(typeof address === 'object' && address ? address.port : 0, '127.0.0.1')
  await once(socket, 'connect')
  socket.write('begin ')
  socket.cork()
  socket.write('parse ')
  socket.write('bind ')
  socket.uncork()
  socket.write('commit')
  expect(socket.writableLength).toBe('begin parse bind commit'.length)
  await expect.poll(() => received).toBe('begin parse bind commit')
  socket.destroy()
  server.close()
})
