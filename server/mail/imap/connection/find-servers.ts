import type { FoundServers } from '../../../../contract/functions/mail-authentication.ts'
import type { ImapConfig } from '../../../service-settings.ts'
import { autoconfigUrls, findPublishedServers } from '../../../vendors/imap/fetch-autoconfig.ts'
import { findAnnouncedServers, findMailExchanges } from '../../../vendors/imap/mail-dns.ts'
import type { HostRules } from '../../../vendors/imap/safe-host.ts'
import { knownProviders, microsoftDomains, microsoftExchanges, type KnownProvider } from './known-providers.ts'

/**
 * Finds out how the mailbox of an address is connected: by what is known about its provider, by what its domain
 * publishes, else by fields that the user fills in (`imap` null).
 */
export async function findServers(
  email: string,
  rules: HostRules & Pick<ImapConfig, 'servers'>,
): Promise<FoundServers> {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  const configured = rules.servers[domain]
  if (configured) return { kind: 'imap', ...configured }
  if (isAmong(domain, microsoftDomains)) return { kind: 'microsoft' }
  const byDomain = knownProviders.find(({ domains }) => isAmong(domain, domains))
  if (byDomain) return serversOf(byDomain)
  const exchanges = await findMailExchanges(domain)
  if (receives(microsoftExchanges, exchanges)) return { kind: 'microsoft' }
  const byExchange = knownProviders.find((provider) => receives(provider.exchanges, exchanges))
  if (byExchange) return serversOf(byExchange)
  const [published, announced] = await Promise.all([
    findPublishedServers(autoconfigUrls(domain, email), email, rules),
    findAnnouncedServers(domain),
  ])
  const { imap, smtp, user } = published ?? { ...announced, user: null }
  return { kind: 'imap', imap, smtp, ...(user !== null && { user }) }
}

/** A domain that ends with `.*` stands for all top-level domains, `co.uk` included. */
const isAmong = (domain: string, among: string[]): boolean =>
  among.some((each) =>
    each.endsWith('.*')
      ? domain.startsWith(each.slice(0, -1)) && /^[a-z]{2,4}(\.[a-z]{2})?$/.test(domain.slice(each.length - 1))
      : domain === each,
  )

const receives = (ends: string[], exchanges: string[]): boolean =>
  exchanges.some((host) => ends.some((end) => host.endsWith(end)))

const serversOf = ({ name, servers, password, help, imapHelp }: KnownProvider): FoundServers => ({
  kind: 'imap',
  imap: servers?.imap ?? null,
  smtp: servers?.smtp ?? null,
  help: {
    provider: name,
    password: servers ? password : 'none',
    ...(help !== null && { url: help }),
    ...(imapHelp !== null && { imapUrl: imapHelp }),
  },
})
