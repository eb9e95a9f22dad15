import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { ask, textAt } from '../testing/sandbox-client.ts'
import { startSandbox } from '../sandbox.ts'
import { smtpPortOf } from './smtp-server.ts'
import { connectSmtp } from '../testing/smtp-client.ts'

/** Below the ranges from which systems take the ports of outgoing connections: none of them takes a free port. */
let next = 10_000 + (process.pid % 8000)

/** A port whose SMTP port is free as well. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = next++
    if ((await isFree(port)) && (await isFree(smtpPortOf(port)))) return port
  }
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer()
  const listening = await new Promise<boolean>((resolve) => {
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => resolve(true))
  })
  if (!listening) return false
  probe.close()
  await once(probe, 'close')
  return true
}

test.each([
  [3001, 4001],
  [64_535, 65_535],
  [64_536, 63_536],
  [65_535, 64_535],
])('a sandbox on port %i has its mail server on %i', (port, smtp) => {
  expect(smtpPortOf(port)).toBe(smtp)
})

test('a given port determines the SMTP port', async () => {
  const port = await freePort()
  await using sandbox = await startSandbox({ port })
  expect(sandbox.smtpUrl).toBe(`smtp://127.0.0.1:${smtpPortOf(port)}`)
  using client = await connectSmtp(sandbox.smtpUrl)
  expect(await client.say('NOOP')).toMatch(/^250/)
})

test('a sandbox on a free port reports its SMTP port', async () => {
  await using sandbox = await startSandbox({ port: 0 })
  const info = await ask(`${sandbox.url}/control/info`)
  expect(textAt(info.body, 'smtpUrl')).toBe(sandbox.smtpUrl)
  expect(Number(new URL(sandbox.smtpUrl).port)).toBe(smtpPortOf(Number(new URL(sandbox.url).port)))
  using client = await connectSmtp(sandbox.smtpUrl)
  expect(await client.say('NOOP')).toMatch(/^250/)
})

test('an SMTP port in use is reported, and leaves nothing running', async () => {
  const port = await freePort()
  const inTheWay = createServer().listen(smtpPortOf(port), '127.0.0.1')
  await once(inTheWay, 'listening')
  await expect(startSandbox({ port })).rejects.toMatchObject({ code: 'EADDRINUSE', port: smtpPortOf(port) })
  inTheWay.close()
  await once(inTheWay, 'close')
  await using sandbox = await startSandbox({ port })
  expect(sandbox.url).toContain(String(port))
})
