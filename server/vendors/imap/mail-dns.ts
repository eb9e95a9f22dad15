import dns from 'node:dns/promises'
import { timeLimitMs } from '../http/time-limit.ts'
import { mailServerOf } from './parse-autoconfig.ts'
import type { MailServer } from './mail-server.ts'

const dnsTimeoutMs = 3000

/** The hosts that receive a domain's email, the preferred one first; none where there is no answer in time. */
export async function findMailExchanges(domain: string): Promise<string[]> {
  const records = await inTime(dns.resolveMx(domain))
  return records.toSorted((a, b) => a.priority - b.priority).map(({ exchange }) => exchange.toLowerCase())
}

/** The servers that a domain names by SRV records (RFC 6186, RFC 8314). */
export async function findAnnouncedServers(
  domain: string,
): Promise<{ imap: MailServer | null; smtp: MailServer | null }> {
  const [imaps, imap, submissions, submission] = await Promise.all([
    announced(`_imaps._tcp.${domain}`, 'tls'),
    announced(`_imap._tcp.${domain}`, 'starttls'),
    announced(`_submissions._tcp.${domain}`, 'tls'),
    announced(`_submission._tcp.${domain}`, 'starttls'),
  ])
  return { imap: imaps ?? imap, smtp: submissions ?? submission }
}

const announced = async (name: string, security: MailServer['security']): Promise<MailServer | null> =>
  serverOfRecords(await inTime(dns.resolveSrv(name)), security)

interface SrvRecord {
  name: string
  port: number
  priority: number
  weight: number
}

/** The preferred server; null where the domain says that it has none (the name of the root), or names no host. */
export function serverOfRecords(records: readonly SrvRecord[], security: MailServer['security']): MailServer | null {
  const [first] = records.toSorted((a, b) => a.priority - b.priority || b.weight - a.weight)
  return first ? mailServerOf({ host: first.name, port: first.port, security }) : null
}

async function inTime<T>(answer: Promise<T[]>): Promise<T[]> {
  const timeout = Promise.withResolvers<T[]>()
  const timer = setTimeout(() => timeout.resolve([]), timeLimitMs(dnsTimeoutMs))
  try {
    // No record, no such domain or no resolver: the next way of discovery is tried.
    return await Promise.race([answer.catch(() => []), timeout.promise])
  } finally {
    clearTimeout(timer)
  }
}
