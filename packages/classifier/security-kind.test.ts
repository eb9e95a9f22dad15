import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { securityFinding } from './security-kind.ts'
import { mailWith } from './testing/messages.ts'
import type { MessageToSort } from './types.ts'

/**
 * Labelled email, written for this purpose: "kind | sender | flags | subject | text". What is under "# later" was
 * written after the rules and is no reason to change them.
 */
const file = readFileSync(new URL('testing/security-mail.txt', import.meta.url), 'utf8')
const [rules = [], later = []] = file.split('# later\n').map((part) =>
  part
    .split('\n')
    .filter((line) => line.includes('|'))
    .map((line) => {
      const [kind = '', sender = '', flags = '', subject = '', text = ''] = line.split('|').map((cell) => cell.trim())
      return { kind, subject, mail: mailOf(sender, flags, { subject, text }) }
    }),
)

/** @param flags `list`, `unsub`, `reply-to=ADDRESS`, `file=NAME` */
function mailOf(sender: string, flags: string, parts: Partial<MessageToSort>): MessageToSort {
  const { fromName = '', from = '' } = /^(?<fromName>.*) <(?<from>.*)>$/.exec(sender)?.groups ?? {}
  const valueOf = (name: string) => new RegExp(`\\b${name}=(\\S+)`).exec(flags)?.[1]
  const headers: [string, string | undefined][] = [
    ['list-unsubscribe', flags.includes('unsub') ? '<https://news.example/unsubscribe>' : undefined],
    ['list-id', flags.includes('list') ? '<news.example>' : undefined],
    ['reply-to', valueOf('reply-to')],
  ]
  return mailWith({
    ...parts,
    fromName,
    from,
    headers: Object.fromEntries(headers.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))),
    attachmentNames: [valueOf('file') ?? []].flat(),
  })
}

const kindOf = (mail: MessageToSort): string => securityFinding(mail)?.kind ?? 'none'

test.each(rules)('$kind: $subject', ({ kind, mail }) => {
  expect(kindOf(mail)).toBe(kind)
})

test('of email that no rule was made for, all that is recognized is right, and four of five are', () => {
  const found = later.map(({ kind, subject, mail }) => ({ kind, subject, found: kindOf(mail) }))
  expect(found.filter((one) => one.found !== 'none' && one.found !== one.kind)).toEqual([])
  const relevant = found.filter(({ kind }) => kind !== 'none')
  expect(relevant.filter((one) => one.found === one.kind).length / relevant.length).toBeGreaterThan(0.8)
})

test('an answer and a forwarded email are only about it', () => {
  const [first] = rules
  const mail = first?.mail ?? mailWith({})
  expect(kindOf(mail)).toBe('code')
  expect(kindOf({ ...mail, subject: `Re: ${mail.subject}` })).toBe('none')
  expect(kindOf({ ...mail, subject: `Fwd: ${mail.subject}` })).toBe('none')
  expect(kindOf({ ...mail, headers: { 'in-reply-to': '<1@acme.example>' } })).toBe('none')
})

test('a well-known sender whose own domain it is does not look like phishing', () => {
  const text = 'Your account is limited. Verify your identity within 48 hours, otherwise it will be permanently closed.'
  const mail = mailWith({ fromName: 'PayPal', subject: 'Your account has been limited', text })
  expect(kindOf({ ...mail, from: 'service@pp-center.example' })).toBe('phishing')
  expect(kindOf({ ...mail, from: 'service@paypal.com.pp-center.example' })).toBe('phishing')
  expect(kindOf({ ...mail, from: 'service.paypal@gmail.com' })).toBe('phishing')
  expect(kindOf({ ...mail, from: 'service@mail.paypal.co.uk' })).not.toBe('phishing')
  expect(kindOf({ ...mail, fromName: 'DHL', from: 'service@mail.dhl.de' })).not.toBe('phishing')
})

test('the work for a long email is bounded', () => {
  const [first] = rules
  const mail = first?.mail ?? mailWith({})
  expect(kindOf({ ...mail, text: `${mail.text} ${'verify your account '.repeat(50_000)}` })).toBe('code')
  expect(kindOf({ ...mail, subject: 'Hello', text: `${'word '.repeat(1000)}${mail.text}` })).toBe('none')
})
