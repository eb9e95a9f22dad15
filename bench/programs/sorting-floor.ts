import { Agent, request } from 'node:http'
import { Pool } from 'pg'

/**
 * The least possible work that sorts a message safely: the same two Graph calls, and the minimal SQL in three
 * prepared, pipelined transactions. The first counts the attempt, the second records the decision and the count and
 * waits for the disk, the third ends. Receives `Lane`s in a message and answers with the seconds that they took.
 */
interface Lane {
  mailboxId: string
  graphUrl: string
  token: string
  ids: string[]
  inboxId: string
  targetId: string
}

const inFlight = 4
const select =
  'id,internetMessageId,conversationId,subject,from,sender,toRecipients,ccRecipients,receivedDateTime,' +
  'parentFolderId,internetMessageHeaders,body,hasAttachments,isDraft,categories,changeKey'
const pool = new Pool({ ...JSON.parse(process.env['FLOOR_DATABASE'] ?? '{}'), max: 16, pipeline: true })
const agent = new Agent({ keepAlive: true })

await pool.query(`
  create table if not exists floor_messages (mailbox_id text, message_id text, attempts integer not null default 0,
    primary key (mailbox_id, message_id));
  create table if not exists floor_logs (id bigint generated always as identity primary key, mailbox_id text,
    message_id text, subject text, folder_id text, status text, moved_at timestamptz, unique (mailbox_id, message_id));
  create table if not exists floor_usage (mailbox_id text primary key, mails integer not null)`)

process.on('message', (lanes: Lane[]) => {
  run(lanes).then(
    (seconds) => process.send?.({ seconds, cpuMs: process.cpuUsage() }),
    (error: unknown) => process.send?.({ error: String(error) }),
  )
})
process.send?.('ready')
process.once('disconnect', () => process.exit(0))

async function run(lanes: Lane[]): Promise<number> {
  for (const { mailboxId, ids } of lanes)
    await pool.query('insert into floor_messages select $1, unnest($2::text[])', [mailboxId, ids])
  const begun = performance.now()
  await Promise.all(
    lanes.flatMap((lane) =>
      Array.from({ length: inFlight }, async () => {
        for (let id = lane.ids.shift(); id; id = lane.ids.shift()) await sort(lane, id)
      }),
    ),
  )
  return (performance.now() - begun) / 1000
}

async function sort(lane: Lane, id: string): Promise<void> {
  const key = [lane.mailboxId, id]
  await transaction('begin; set local synchronous_commit = off', [
    ['begin', 'update floor_messages set attempts = attempts + 1 where mailbox_id = $1 and message_id = $2', key],
    ['find', 'select id, status from floor_logs where mailbox_id = $1 and message_id = $2', key],
  ])
  const message = await call(lane, `/me/messages/${id}?$select=${select}`)
  await transaction('begin', [
    [
      'decide',
      'insert into floor_logs (mailbox_id, message_id, subject, folder_id, status) values ($1, $2, $3, $4, $5)',
      [...key, String(message['subject']), lane.targetId, 'processing'],
    ],
    [
      'count',
      'insert into floor_usage as u values ($1, 1) on conflict (mailbox_id) do update set mails = u.mails + 1',
      [lane.mailboxId],
    ],
  ])
  await call(lane, `/me/mailFolders/${lane.inboxId}/messages/${id}/move`, { destinationId: lane.targetId })
  await transaction('begin; set local synchronous_commit = off', [
    [
      'end',
      "update floor_logs set status = 'processed', moved_at = now() where mailbox_id = $1 and message_id = $2",
      key,
    ],
    ['delete', 'delete from floor_messages where mailbox_id = $1 and message_id = $2', key],
  ])
}

async function transaction(begin: string, statements: [name: string, text: string, values: string[]][]): Promise<void> {
  const client = await pool.connect()
  try {
    const sent = [
      client.query(begin),
      ...statements.map(([name, text, values]) => client.query({ name, text, values })),
      client.query('commit'),
    ]
    const commit = (await Promise.all(sent)).at(-1)
    if (commit?.command !== 'COMMIT') throw new Error('rolled back')
  } finally {
    client.release()
  }
}

function call({ graphUrl, token }: Lane, path: string, body?: object): Promise<Record<string, unknown>> {
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${token}`,
      prefer: 'IdType="ImmutableId", outlook.body-content-type="html"',
      ...(body ? { 'content-type': 'application/json' } : {}),
    }
    const sent = request(`${graphUrl}/v1.0${path}`, { method: body ? 'POST' : 'GET', agent, headers }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () => {
        const text = Buffer.concat(parts).toString('utf8')
        if ((response.statusCode ?? 0) < 300) resolve(JSON.parse(text))
        else reject(new Error(`${path} returned ${response.statusCode}: ${text.slice(0, 200)}`))
      })
    })
    sent.on('error', reject)
    sent.end(body ? JSON.stringify(body) : undefined)
  })
}
