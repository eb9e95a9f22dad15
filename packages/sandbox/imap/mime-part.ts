import { addressParser } from 'postal-mime'
import { nstring } from './format.ts'

/** A part of a message as Latin-1 text, which keeps its bytes. */
export type MimePart = {
  /** With the empty line that ends it. */
  header: string
  body: string
  type: string
  subtype: string
  parameters: Map<string, string>
  /** Of a multipart. */
  parts: MimePart[]
  /** The message in a message/rfc822 part. */
  message: MimePart | null
}

const MAX_DEPTH = 20

export function readPart(text: string, defaultType = 'text/plain', depth = 0): MimePart {
  const end = /\r?\n\r?\n/.exec(text)
  const startsWithBody = /^\r?\n/.exec(text)?.[0].length
  const split = startsWithBody ?? (end ? end.index + end[0].length : text.length)
  const [header, body] = [text.slice(0, split), text.slice(split)]
  const { value, parameters } = readParameters(headerOf(header, 'Content-Type') ?? defaultType)
  const [type = 'text', subtype = 'plain'] = value.toLowerCase().split('/')
  const part: MimePart = { header, body, type, subtype, parameters, parts: [], message: null }
  if (depth === MAX_DEPTH) return part
  const boundary = parameters.get('boundary')
  if (type === 'multipart' && boundary) {
    const childType = subtype === 'digest' ? 'message/rfc822' : 'text/plain'
    part.parts = splitBody(body, boundary).map((child) => readPart(child, childType, depth + 1))
  }
  if (type === 'message' && subtype === 'rfc822') part.message = readPart(body, 'text/plain', depth + 1)
  return part
}

function splitBody(body: string, boundary: string): string[] {
  const escaped = boundary.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  const delimiter = new RegExp(`(?:^|\\r?\\n)--${escaped}(--)?[ \\t]*(?:\\r?\\n|$)`, 'g')
  const parts: string[] = []
  let start: number | null = null
  for (const match of body.matchAll(delimiter)) {
    if (start !== null) parts.push(body.slice(start, match.index))
    start = match.index + match[0].length
    if (match[1]) return parts
  }
  return start === null ? parts : [...parts, body.slice(start)]
}

/** The unfolded value of the first such header; null without one. */
export function headerOf(header: string, name: string): string | null {
  const line = headerLines(header).find(
    (one) => one.slice(0, one.indexOf(':')).trim().toLowerCase() === name.toLowerCase(),
  )
  return line === undefined
    ? null
    : line
        .slice(line.indexOf(':') + 1)
        .replaceAll(/\r?\n(?=[ \t])/g, '')
        .trim()
}

/** The headers with their continuation lines. */
export const headerLines = (header: string): string[] =>
  header.match(/[^\s:][^:\r\n]*:[^\n]*\n?(?:[ \t][^\n]*\n?)*/g) ?? []

function readParameters(text: string): { value: string; parameters: Map<string, string> } {
  const value = /^\s*([^;\s]*)/.exec(text)?.[1] ?? ''
  const found = text.matchAll(/;\s*([^=;\s]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]*))/g)
  const parameters = [...found].map(([, name = '', quoted, plain = '']): [string, string] => [
    name.toLowerCase(),
    quoted === undefined ? plain : quoted.replaceAll(/\\(.)/g, '$1'),
  ])
  return { value, parameters: new Map(parameters) }
}

/** The part of a section number: `[1, 2]`; null where there is none. */
export function partAt(root: MimePart, path: readonly number[]): MimePart | null {
  let part = root
  for (const [depth, number] of path.entries()) {
    const parent = depth > 0 && part.message ? part.message : part
    const child = parent.type === 'multipart' ? parent.parts[number - 1] : number === 1 ? parent : undefined
    if (!child) return null
    part = child
  }
  return part
}

/** ENVELOPE (RFC 3501, 7.4.2). */
export function envelopeOf({ header }: MimePart): string {
  const value = (name: string): string => nstring(headerOf(header, name))
  const from = addresses(headerOf(header, 'From'))
  const or = (name: string): string => {
    const list = addresses(headerOf(header, name))
    return list === 'NIL' ? from : list
  }
  const list = (name: string): string => addresses(headerOf(header, name))
  const people = [from, or('Sender'), or('Reply-To'), list('To'), list('Cc'), list('Bcc')].join(' ')
  return `(${value('Date')} ${value('Subject')} ${people} ${value('In-Reply-To')} ${value('Message-ID')})`
}

function addresses(text: string | null): string {
  const parsed = text === null ? [] : addressParser(text).flatMap((one) => one.group ?? [one])
  const rendered = parsed.map(({ name, address }) => {
    const [, local = address, host = null] = /^(.*)@([^@]*)$/.exec(address) ?? []
    return `(${nstring(encodeWord(name) || null)} NIL ${nstring(local)} ${nstring(host)})`
  })
  return rendered.length > 0 ? `(${rendered.join('')})` : 'NIL'
}

const encodeWord = (text: string): string =>
  /[^\x20-\x7e]/.test(text) ? `=?UTF-8?B?${Buffer.from(text).toString('base64')}?=` : text

/** BODYSTRUCTURE (RFC 3501, 7.4.2). */
export function structureOf(part: MimePart): string {
  const disposition = headerOf(part.header, 'Content-Disposition')
  const placed = disposition === null ? null : readParameters(disposition)
  const extension = [
    placed ? `(${nstring(placed.value)} ${parameterList(placed.parameters)})` : 'NIL',
    nstring(headerOf(part.header, 'Content-Language')),
    nstring(headerOf(part.header, 'Content-Location')),
  ]
  if (part.type === 'multipart' && part.parts.length > 0) {
    const children = part.parts.map((child) => structureOf(child)).join('')
    return `(${[children, nstring(part.subtype), parameterList(part.parameters), ...extension].join(' ')})`
  }
  const fields = [
    nstring(part.type),
    nstring(part.subtype),
    parameterList(part.parameters),
    nstring(headerOf(part.header, 'Content-ID')),
    nstring(headerOf(part.header, 'Content-Description')),
    nstring(headerOf(part.header, 'Content-Transfer-Encoding') ?? '7bit'),
    String(part.body.length),
  ]
  if (part.message) fields.push(envelopeOf(part.message), structureOf(part.message))
  if (part.message || part.type === 'text') fields.push(String(part.body.split('\n').length - 1))
  fields.push(nstring(headerOf(part.header, 'Content-MD5')), ...extension)
  return `(${fields.join(' ')})`
}

function parameterList(parameters: Map<string, string>): string {
  const pairs = [...parameters].map(([name, value]) => `${nstring(name)} ${nstring(value)}`)
  return pairs.length > 0 ? `(${pairs.join(' ')})` : 'NIL'
}
