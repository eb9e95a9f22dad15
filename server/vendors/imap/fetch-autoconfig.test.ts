import type { RequestListener } from 'node:http'
import { createServer } from 'node:https'
import { once } from 'node:events'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { expect, test } from 'vitest'
import { createSelfSignedCertificate } from '../../../scripts/lib/self-signed-certificate.ts'
import { withTimeLimitsUpTo } from '../http/time-limit.ts'
import { autoconfigUrls, findPublishedServers } from './fetch-autoconfig.ts'
import type { ResolveName } from './safe-host.ts'

const pair = createSelfSignedCertificate('autoconfig.test', new Date('2020-01-01'), new Date('2120-01-01'))
setDefaultCACertificates([...getCACertificates('default'), pair.certificate])

const email = 'ada@test'
const file =
  '<clientConfig><emailProvider><incomingServer type="imap"><hostname>imap.test</hostname><port>993</port>' +
  '<socketType>SSL</socketType></incomingServer></emailProvider></clientConfig>'
const found = { imap: { host: 'imap.test', port: 993, security: 'tls' }, smtp: null, user: null }

async function startServer(answer: RequestListener) {
  const paths: string[] = []
  const server = createServer({ cert: pair.certificate, key: pair.privateKey }, (request, response) => {
    paths.push(String(request.url))
    answer(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    paths,
    url: (host = 'autoconfig.test') => `https://${host}:${typeof address === 'object' && address?.port}/config.xml`,
    [Symbol.asyncDispose]() {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

const resolve: ResolveName = () => Promise.resolve([{ address: '127.0.0.1', family: 4 }])
const find = (urls: string[], allowPrivate = true) => findPublishedServers(urls, email, { allowPrivate, resolve })

test('both places of the file are encrypted, and the first answer with a server counts', async () => {
  expect(autoconfigUrls('example.com', 'ada+x@example.com')).toEqual([
    'https://autoconfig.example.com/mail/config-v1.1.xml?emailaddress=ada%2Bx%40example.com',
    'https://example.com/.well-known/autoconfig/mail/config-v1.1.xml',
  ])
  await using server = await startServer((_request, response) => response.end(file))
  expect(await find(['https://autoconfig.test:1/', server.url()])).toEqual(found)
})

test.each<[string, RequestListener]>([
  ['a redirect, which could lead anywhere', (_request, response) => response.writeHead(302, { location: '/' }).end()],
  ['an error with a file', (_request, response) => response.writeHead(404).end(file)],
  ['a large answer', (_request, response) => response.end(file + ' '.repeat(100_000))],
  ['silence', () => undefined],
])('%s is no answer', async (_, answer) => {
  await using server = await startServer(answer)
  expect(await withTimeLimitsUpTo(300, () => find([server.url()]))).toBeNull()
  expect(server.paths).toHaveLength(1)
})

test('a private address and a certificate of another name are never asked', async () => {
  await using server = await startServer((_request, response) => response.end(file))
  expect(await find([server.url()], false)).toBeNull()
  expect(await find([server.url('other.test')])).toBeNull()
  expect(server.paths).toEqual([])
})
