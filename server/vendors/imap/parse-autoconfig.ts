import { isIP } from 'node:net'
import type { MailServer } from './mail-server.ts'

/** What a domain says about its mail servers. */
export interface PublishedServers {
  imap: MailServer | null
  smtp: MailServer | null
  /** The name to sign in with; null: the address. */
  user: string | null
}

interface XmlElement {
  name: string
  attributes: Record<string, string>
  text: string
  children: XmlElement[]
}

const maxElements = 2000
const maxDepth = 20
const hostMaxLength = 253
const userMaxLength = 255

/**
 * Parses the servers of an address from the file that mail clients read
 * (https://wiki.mozilla.org/Thunderbird:Autoconfiguration:ConfigFileFormat).
 * @returns null where it is none, or names no IMAP server with encryption and a password
 */
export function parseAutoconfig(xml: string, email: string): PublishedServers | null {
  const root = parseXml(xml)
  const provider = root?.name === 'clientConfig' ? childrenOf(root, 'emailProvider')[0] : undefined
  if (!provider) return null
  const incoming = childrenOf(provider, 'incomingServer').filter(({ attributes }) => attributes['type'] === 'imap')
  const outgoing = childrenOf(provider, 'outgoingServer').filter(({ attributes }) => attributes['type'] === 'smtp')
  const chosen = firstServer(incoming, email)
  if (!chosen) return null
  const user = replacePlaceholders(textOf(chosen.element, 'username'), email)
  return {
    imap: chosen.server,
    smtp: firstServer(outgoing, email)?.server ?? null,
    user: user === '' || user === email || !isUserName(user) ? null : user,
  }
}

function firstServer(elements: XmlElement[], email: string): { element: XmlElement; server: MailServer } | null {
  for (const element of elements) {
    const server = mailServerOf({
      host: replacePlaceholders(textOf(element, 'hostname'), email),
      port: Number(textOf(element, 'port')),
      security: securities.get(textOf(element, 'socketType').toUpperCase()),
    })
    if (server && takesPassword(element)) return { element, server }
  }
  return null
}

const securities = new Map<string, MailServer['security']>([
  ['SSL', 'tls'],
  ['STARTTLS', 'starttls'],
])

function takesPassword(element: XmlElement): boolean {
  const methods = childrenOf(element, 'authentication').map(({ text }) => text.trim())
  return (
    methods.length === 0 || methods.some((method) => /^(password-cleartext|password-encrypted|plain)$/.test(method))
  )
}

/** @returns null where a field is not that of a mail server */
export function mailServerOf(given: {
  host: string
  port: number
  security: MailServer['security'] | undefined
}): MailServer | null {
  const { port, security } = given
  const host = given.host.replace(/\.$/, '').toLowerCase()
  const isHost = host.length <= hostMaxLength && (isIP(host) > 0 || /^[a-z\d]([a-z\d.-]*[a-z\d])?$/.test(host))
  if (!isHost || !security || !Number.isInteger(port) || port < 1 || port > 65_535) return null
  return { host, port, security }
}

const isUserName = (user: string): boolean => user.length <= userMaxLength && /^[^\s\p{Cc}%]+$/u.test(user)

function replacePlaceholders(text: string, email: string): string {
  const at = email.lastIndexOf('@')
  const values: Record<string, string> = {
    EMAILADDRESS: email,
    EMAILLOCALPART: email.slice(0, at),
    EMAILDOMAIN: email.slice(at + 1),
  }
  return text.replaceAll(/%(EMAILADDRESS|EMAILLOCALPART|EMAILDOMAIN)%/g, (_, name: string) => values[name] ?? '')
}

const childrenOf = (element: XmlElement, name: string): XmlElement[] =>
  element.children.filter((child) => child.name === name)
const textOf = (element: XmlElement, name: string): string => childrenOf(element, name)[0]?.text.trim() ?? ''

/** One piece of XML at the position: comment, processing instruction, tag or text. No CDATA, no DOCTYPE. */
const piece =
  /<!--[^]*?-->|<\?[^]*?\?>|<(\/?)([A-Za-z_][\w.:-]*)((?:\s+[\w.:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|([^<]+)/y
const attribute = /([\w.:-]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/g

/** A strict parser for small files without a document type: nothing is expanded or fetched. @returns null if invalid */
function parseXml(xml: string): XmlElement | null {
  const top: XmlElement = { name: '', attributes: {}, text: '', children: [] }
  const open = [top]
  let elements = 0
  piece.lastIndex = 0
  while (piece.lastIndex < xml.length) {
    const found = piece.exec(xml)
    const parent = open.at(-1)
    if (!found || !parent) return null
    const [, closes, name, attributes = '', closesItself, text] = found
    if (text !== undefined) parent.text += decodeEntities(text)
    if (name === undefined) continue
    if (closes) {
      if (open.length === 1 || parent.name !== name) return null
      open.pop()
      continue
    }
    elements += 1
    if (elements > maxElements || open.length > maxDepth) return null
    const element = { name, attributes: attributesOf(attributes), text: '', children: [] }
    parent.children.push(element)
    if (!closesItself) open.push(element)
  }
  return open.length === 1 && top.children.length === 1 ? (top.children[0] ?? null) : null
}

const attributesOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(attribute)].map(([, name = '', double, single]) => [
      name,
      decodeEntities(double ?? single ?? ''),
    ]),
  )

const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }
const decodeEntities = (text: string): string =>
  text.replaceAll(/&(lt|gt|amp|quot|apos);/g, (_, name: string) => entities[name] ?? '')
