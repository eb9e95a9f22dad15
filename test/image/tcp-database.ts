import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { pipeline } from 'node:stream'
import type pg from 'pg'
import { freePort } from '../../scripts/lib/free-port.ts'
import { databaseAddress } from '../kit/database-address.ts'

/** The embedded PostgreSQL has a unix socket only, which the user of the image may not open. @returns DATABASE_URL */
export async function openTcp(owner: pg.PoolConfig): Promise<{ address: string } & AsyncDisposable> {
  const { host = 'localhost', port: target = 5432 } = owner
  if (!host.startsWith('/')) return { address: databaseAddress(owner), [Symbol.asyncDispose]: async () => undefined }
  const server = createServer((socket) => {
    const upstream = connect(join(host, `.s.PGSQL.${target}`))
    // Either side may end the connection at any time.
    pipeline(socket, upstream, socket, () => undefined)
  })
  const port = await freePort()
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: databaseAddress({ ...owner, host: '127.0.0.1', port }),
    async [Symbol.asyncDispose]() {
      server.close()
    },
  }
}
