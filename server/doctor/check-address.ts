import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Config } from '../config.ts'
import { isLoopback } from '../setting-combinations.ts'
import { describeListenError, StartupError } from '../startup-error.ts'
import { probe } from '../vendors/http/probe.ts'
import { failure, ok, warning, type Finding } from './finding.ts'

const check = 'address'

/** Whether a browser reaches the page: where it listens, the address of the page, and the proxy in between. */
export async function checkAddress(config: Config): Promise<Finding[]> {
  if (config.role === 'worker') return []
  const problems = [
    ...(await problemsOfListening(config)),
    ...problemsOfPublicUrl(config),
    ...problemsOfProxies(config),
  ]
  return problems.length > 0 ? problems : [ok(check, `${config.publicUrl} leads to ${config.host}:${config.port}`)]
}

async function problemsOfListening({ host, port }: Config): Promise<Finding[]> {
  const server = createServer().listen(port, host)
  try {
    await once(server, 'listening')
    return []
  } catch (error) {
    if (await isMailroomAt(host, port)) return []
    const described = describeListenError(error, port, 'PORT')
    if (!(described instanceof StartupError)) throw error
    return [failure(check, described.message, 'Correct PORT or HOST; docs/home-server.md says which to choose.')]
  } finally {
    server.close()
  }
}

/** The port is taken by the server that is checked. */
async function isMailroomAt(host: string, port: number): Promise<boolean> {
  const name = /^(0\.0\.0\.0|::)$/.test(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host
  try {
    return (await probe(`http://${name}:${port}/config.json`)).text.includes('anonKey')
  } catch {
    return false
  }
}

function problemsOfPublicUrl({ publicUrl, host, port, trustedProxies }: Config): Finding[] {
  const url = new URL(publicUrl)
  if (trustedProxies.rules.length > 0) return []
  if (url.protocol === 'https:')
    return [
      warning(
        check,
        'an https address needs a proxy, and TRUSTED_PROXIES names none: all users share one rate limit',
        'Set TRUSTED_PROXIES=loopback for a proxy on this machine, else its address; see docs/home-server.md.',
      ),
    ]
  if (isLoopback(url.hostname))
    // What publishes the port of a container may give it another number.
    return Number(url.port || 80) === port || !isLoopback(host)
      ? []
      : [warning(check, `PUBLIC_URL has another port than PORT, ${port}`, 'Give both the same, or set PORT only.')]
  return isLoopback(host)
    ? [
        failure(
          check,
          `no other machine reaches ${publicUrl}, because HOST is ${host}`,
          'Set HOST=0.0.0.0; docs/home-server.md has recipes.',
        ),
      ]
    : []
}

/** Of documentation (RFC 5737 and 3849): no proxy has one. */
const problemsOfProxies = ({ trustedProxies }: Config): Finding[] =>
  trustedProxies.check('192.0.2.1') || trustedProxies.check('2001:db8::1', 'ipv6')
    ? [
        warning(
          check,
          'TRUSTED_PROXIES names all addresses: every visitor can claim another one, past the rate limits',
          'Name your own proxies only: loopback, private, or their addresses.',
        ),
      ]
    : []
