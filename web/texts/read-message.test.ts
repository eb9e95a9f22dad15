import fc from 'fast-check'
import { expect, test } from 'vitest'
import { composeText, isKind, joinMessages, kindOf, type MessageValues } from '../../contract/compose-text.ts'
import serverActions from './de/server-actions.json' with { type: 'json' }
import serverSorting from './de/server-sorting.json' with { type: 'json' }
import server from './de/server.json' with { type: 'json' }
import { messageReader, type ReadMessage } from './read-message.ts'

const templates = Object.keys({ ...server, ...serverSorting, ...serverActions }).filter((key) => key !== '“{text}”')
const read = messageReader(templates)
const slotsOf = (template: string) => [...template.matchAll(/(“?)\{(\w+)\}/g)]

test('a value has quotation marks, or the name of a kind', () => {
  const others = templates.filter((template) =>
    slotsOf(template).some(([, quote, name]) => !quote && !isKind(kindOf(name!))),
  )
  expect(others).toEqual([])
})

/** Texts that an attacker would choose: pieces of all messages. */
const pieces = templates.flatMap((template) => [template, ...template.split(/“?\{\w+\}”?/)])
const hostile = fc
  .array(
    fc.oneof(fc.constantFrom(...pieces), fc.constantFrom('; ', '. ', ', ', ' ', '.pdf', '…', '2', '"'), fc.string()),
  )
  .map((parts) => parts.join('').replaceAll(/[“”]/g, '"'))

const values: Record<string, fc.Arbitrary<string | number | string[]>> = {
  number: fc.oneof(
    fc.nat(),
    fc.nat().map((tenths) => tenths / 10),
  ),
  service: fc.constantFrom('Dropbox', 'Google Drive', 'OneDrive', 'TeamLeader', 'Microsoft', 'Email'),
  services: fc.constantFrom('Dropbox', 'Dropbox, Google Drive'),
  address: hostile.map((text) => text.replaceAll(' ', '\u00a0')),
  addresses: fc.array(
    hostile.map((text) => text.replaceAll(' ', '\u00a0')),
    { minLength: 1, maxLength: 3 },
  ),
  line: hostile.map((text) => text.replaceAll(/([.;]) /g, '$1\u00a0')),
  template: hostile.map((text) => text.replaceAll(/([.;]) /g, '$1\u00a0')),
  list: fc.array(hostile, { minLength: 1, maxLength: 4 }),
  choice: fc.array(fc.oneof(hostile, fc.constantFrom('.pdf', '…')), { minLength: 1, maxLength: 4 }),
}

const startingWith = (...starts: string[]) => flat.filter((key) => starts.some((start) => key.startsWith(start)))
const flat = templates.filter((template) => !template.includes('{message}'))
const filterParts = startingWith('that are', 'whose', 'from {', 'of at')
/** The messages that the server puts into others. */
const nested: Record<string, string[]> = {
  'Would go to “{folder}”: {message}': Object.keys(serverSorting).filter((key) => flat.includes(key)),
  'Left out: {list} ({message}).': startingWith('empty', 'part of', 'larger than', 'the service refused'),
  'Left out: {list} and {number} more ({message}).': startingWith('empty', 'a picture', 'not what', 'no longer'),
  '“{file}” ({service}): {message}': startingWith('{service} is not connected, so', '{service} did not answer'),
  'One step for each email: {message}.': startingWith('store file', 'create contact in', 'extract data'),
  '{number} steps for each email: {message}.': startingWith('store file', 'search files in', 'extract data'),
  'attachments {message}': filterParts,
  'Store {message} in the folder of this action in {service}.': ['all attachments', 'attachments {message}'],
  'Store {message} in {service}, in {template}.': ['all attachments', 'attachments {message}'],
}

interface Composed {
  template: string
  values: MessageValues
}
const anyOf = (all: readonly string[]): fc.Arbitrary<Composed> =>
  fc.constantFrom(...all).chain((template) => {
    const given = slotsOf(template).map(([, quote, name = '']) => {
      if (quote) return [name, hostile]
      return [name, kindOf(name) === 'message' ? anyOf(nested[template] ?? []).map(textOf) : values[kindOf(name)]]
    })
    return fc.record(Object.fromEntries(given)).map((of) => ({ template, values: of }))
  })
const textOf = (composed: Composed): string => composeText(composed.template, composed.values)

/** With nested messages as texts again. */
function withTexts({ template, values: found }: ReadMessage): Composed {
  const texts = Object.entries(found).map(([name, value]) => [
    name,
    typeof value === 'object' && kindOf(name) === 'message' ? textAgain(value) : value,
  ])
  return { template, values: Object.fromEntries(texts) }
}
const textAgain = (parts: readonly unknown[]): string =>
  parts.map((part) => (isRead(part) ? textOf(withTexts(part)) : part)).join('')
const isRead = (part: unknown): part is ReadMessage => typeof part === 'object'

test('a message is read as it was composed, whatever its values are', () => {
  expect(templates.filter((key) => key.includes('{message}') !== Object.hasOwn(nested, key))).toEqual([])
  for (const template of templates)
    fc.assert(
      fc.property(anyOf([template]), (composed) => {
        expect((read(textOf(composed)) ?? []).map((part) => (isRead(part) ? withTexts(part) : part))).toEqual([
          composed,
        ])
      }),
      { numRuns: template.includes('{') ? 20 : 1 },
    )
})

/** Before the first placeholder and after the last one. */
const endsOf = (template: string) => [/^[^{]*/.exec(template)?.[0] ?? '', /[^}]*$/.exec(template)?.[0] ?? ''] as const

test('no text of a message reads as another message: change one of the templates', () => {
  const open = templates.filter((template) => template.includes('{'))
  const isEither = (test: (a: string, b: string) => boolean) => (a: string, b: string) => test(a, b) || test(b, a)
  const haveStart = isEither((a, b) => a.startsWith(b))
  const haveEnd = isEither((a, b) => a.endsWith(b))
  const ambiguous = open.flatMap((template) => {
    const [start, end] = endsOf(template)
    const others = open.map(endsOf).filter(([from, to]) => haveStart(from, start) && haveEnd(to, end))
    const lures = others.flatMap(([from, to]) => [from, to, `${from}a${to}`, `a; ${from}`, `a. ${to}`])
    return lures.flatMap((lure) => {
      const given = slotsOf(template).map(([, quote, name = '']) => [name, quote ? lure : lureOf(name, lure, template)])
      const found = read(composeText(template, Object.fromEntries(given)))
      return found?.length === 1 && isRead(found[0]) && found[0].template === template ? [] : [`${template} – ${lure}`]
    })
  })
  expect(ambiguous).toEqual([])
})

function lureOf(name: string, lure: string, template: string): string | number | string[] {
  const fixed: Record<string, string | number | string[]> = {
    number: 2,
    service: 'Dropbox',
    services: 'Dropbox',
    message: composeText(nested[template]?.[0] ?? '', { list: [lure], choice: [lure], service: 'Dropbox' }),
    list: [lure],
    choice: [lure],
    addresses: [lure],
  }
  return fixed[kindOf(name)] ?? lure
}

test.each([
  ['; ', Object.keys(serverSorting).filter((key) => key !== '“{text}”' && flat.includes(key))],
  [', ', filterParts],
  [', then ', nested['One step for each email: {message}.']!],
  [' ', startingWith('Left out', 'Files used', 'The email is too long', '“{file}” ({service}) could', 'Addressed to')],
] as const)('messages joined by “%s” are read one by one', (separator, all) => {
  fc.assert(
    fc.property(fc.array(anyOf(all), { minLength: 2, maxLength: 4 }), (composed) => {
      const found = read(joinMessages(composed.map(textOf), separator)) ?? []
      expect(found.flatMap((part) => (isRead(part) ? [withTexts(part)] : []))).toEqual(composed)
    }),
  )
})

test('values lose what would end them', () => {
  const given = { address: 'a b” went here', list: ['x”, “y'], line: 'One. Two; three' }
  expect(composeText('{address} {list} {line} “{address}”', given)).toBe(
    'a\u00a0b"\u00a0went\u00a0here “x", "y” One.\u00a0Two;\u00a0three “a b" went here”',
  )
})

test('reads no other text, in a time that a hostile one cannot extend', () => {
  expect(read('Added 3 of 4')).toBeNull()
  expect(read('You keep it in the inbox; similar emails will stay there; and more')).toBeNull()
  expect(read(`${'“f” (Dropbox): empty, '.repeat(100)}x`)).toBeNull()
})
