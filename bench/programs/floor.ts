import { createServer } from 'node:http'
import { Pool } from 'pg'

/**
 * The least possible work between a request and a row: Node's own HTTP server, one INSERT per POST with the response
 * after its commit, and one row by its key per GET.
 */
const pool = new Pool({ ...JSON.parse(process.env['FLOOR_DATABASE'] ?? '{}'), max: 16 })
await pool.query(
  `create table if not exists floor_events (mailbox_id text, message_id text, received_at timestamptz default ` +
    `now(), primary key (mailbox_id, message_id))`,
)
const insert = { name: 'floor', text: 'insert into floor_events (mailbox_id, message_id) values ($1, $2)' }

const known = ['known', 'known']
await pool.query('insert into floor_events (mailbox_id, message_id) values ($1, $2) on conflict do nothing', known)
const read = {
  name: 'read',
  text: 'select * from floor_events where mailbox_id = $1 and message_id = $2',
  values: known,
}

const server = createServer((request, response) => {
  if (request.method === 'GET') {
    pool.query(read).then(
      ({ rows }) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(rows)),
      () => response.writeHead(500).end(),
    )
    return
  }
  const parts: Buffer[] = []
  request.on('data', (part) => parts.push(part))
  request.on('end', () => {
    const { value } = JSON.parse(Buffer.concat(parts).toString('utf8'))
    const values = [value[0].subscriptionId, value[0].resourceData.id]
    pool.query({ ...insert, values }).then(
      () => response.writeHead(202).end(),
      () => response.writeHead(500).end(),
    )
  })
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.(typeof address === 'object' && address ? `http://127.0.0.1:${address.port}/` : '')
})
for (const signal of ['SIGTERM', 'disconnect'] as const) process.once(signal, () => process.exit(0))
