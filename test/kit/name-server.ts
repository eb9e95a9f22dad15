import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import dns from 'node:dns'

/** Records by name: `MX mx.example.com`, `SRV imap.example.com:993`, each with the order as its priority. */
type Records = Record<string, string[]>

const types = new Map([
  ['MX', 15],
  ['SRV', 33],
])

/**
 * A name server on loopback, which this process asks from then on for everything but addresses. Names without records
 * do not exist.
 */
export async function startNameServer(records: Records) {
  const asked: string[] = []
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => {
    const { name, type, end } = questionOf(query)
    asked.push(name)
    const answers = (records[name] ?? []).filter((record) => types.get(record.split(' ')[0] ?? '') === type)
    socket.send(responseTo(query.subarray(0, end), answers), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const before = dns.getServers()
  dns.setServers([`127.0.0.1:${socket.address().port}`])
  return {
    asked,
    [Symbol.dispose]() {
      dns.setServers(before)
      socket.close()
    },
  }
}

/** RFC 1035, section 4.1.2. */
function questionOf(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let at = 12
  while (query[at]) {
    const length = query[at] ?? 0
    labels.push(query.subarray(at + 1, at + 1 + length).toString())
    at += length + 1
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 }
}

function responseTo(question: Buffer, answers: string[]): Buffer {
  const header = Buffer.from(question)
  // A response without recursion; 3: the name does not exist.
  header.writeUInt16BE(answers.length > 0 ? 0x8180 : 0x8183, 2)
  header.writeUInt16BE(answers.length, 6)
  header.writeUInt32BE(0, 8)
  return Buffer.concat([header, ...answers.map(recordOf)])
}

function recordOf(answer: string, priority: number): Buffer {
  const [type = '', target = ''] = answer.split(' ')
  const [host = '', port = '0'] = target.split(':')
  const data = type === 'MX' ? Buffer.concat([short(priority), nameOf(host)]) : srv(priority, Number(port), host)
  // A pointer to the name of the question, the class IN, and ten seconds.
  return Buffer.concat([
    short(0xc00c),
    short(types.get(type) ?? 0),
    short(1),
    short(0),
    short(10),
    short(data.length),
    data,
  ])
}

const short = (value: number): Buffer => Buffer.from([value >> 8, value & 0xff])
const srv = (priority: number, port: number, host: string): Buffer =>
  Buffer.concat([short(priority), short(0), short(port), nameOf(host)])
const nameOf = (host: string): Buffer =>
  Buffer.concat([
    ...host
      .split('.')
      .filter((label) => label !== '')
      .map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)])),
    Buffer.from([0]),
  ])
