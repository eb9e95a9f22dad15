import { once } from 'node:events'
import { PromptSmtpServer } from '../../packages/sandbox/sandbox.ts'
import { mailCertificate } from './mail-certificate.ts'

/**
 * A mail server for submission. `hangUp`: it takes the email, and ends the connection without an answer.
 * @param options.size the largest email that it takes
 * @param options.sender the only sender that it accepts
 */
export async function startSubmission({ size, sender }: { size?: number; sender?: string } = {}) {
  const { certificate, privateKey } = mailCertificate()
  const received: string[] = []
  const state = { hangUp: false }
  const server = new PromptSmtpServer({
    secure: true,
    cert: certificate,
    key: privateKey,
    disableReverseLookup: true,
    ...(size !== undefined && { size }),
    closeTimeout: 100,
    onAuth: ({ username }, _session, callback) => callback(null, { user: username }),
    onMailFrom({ address }, _session, callback) {
      if (sender === undefined || address === sender) return callback()
      return callback(Object.assign(new Error('Sender not owned by user'), { responseCode: 553 }))
    },
    onData(stream, _session, callback) {
      const pieces: Buffer[] = []
      stream.on('data', (piece: Buffer) => void pieces.push(piece))
      stream.on('end', () => {
        received.push(Buffer.concat(pieces).toString())
        if (!state.hangUp) return callback(null)
        for (const connection of server.connections) connection.close()
      })
    },
  })
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const address = server.server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    received,
    state,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
