import { sendRequest } from '../http/http-client.ts'
import { parseAutoconfig, type PublishedServers } from './parse-autoconfig.ts'
import { findSafeHost, type HostRules } from './safe-host.ts'

const autoconfigMaxBytes = 64 * 1024
const autoconfigTimeoutMs = 4000

/** Where a domain may publish its servers: only what is encrypted, since a password is sent to the answer. */
export const autoconfigUrls = (domain: string, email: string): string[] => [
  `https://autoconfig.${domain}/mail/config-v1.1.xml?${new URLSearchParams({ emailaddress: email })}`,
  `https://${domain}/.well-known/autoconfig/mail/config-v1.1.xml`,
]

/** The first of the files that names a server; null where none does. */
export async function findPublishedServers(
  urls: string[],
  email: string,
  rules: HostRules,
): Promise<PublishedServers | null> {
  const found = await Promise.all(
    urls.map(async (url) => {
      try {
        return parseAutoconfig(await fetchFile(url, rules), email)
      } catch {
        // Most domains publish nothing.
        return null
      }
    }),
  )
  return found.find((servers) => servers !== null) ?? null
}

async function fetchFile(url: string, rules: HostRules): Promise<string> {
  const { hostname } = new URL(url)
  const { lookup } = await findSafeHost('autoconfig', hostname, rules)
  const response = await sendRequest({
    vendor: 'autoconfig',
    method: 'GET',
    url,
    lookup,
    timeoutMs: autoconfigTimeoutMs,
    maxBytes: autoconfigMaxBytes,
  })
  return response.status === 200 ? response.text : ''
}
