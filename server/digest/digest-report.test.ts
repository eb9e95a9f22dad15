import fc from 'fast-check'
import { expect, test } from 'vitest'
import { textsIn } from '../texts/server-texts.ts'
import { digestTextMaxLength, untrustedLine } from './untrusted-line.ts'
import {
  digestButton,
  digestSections,
  digestSubject,
  digestSummary,
  isEmpty,
  type DigestReport,
} from './digest-report.ts'

const english = textsIn('en', { product: 'Mailroom' })
const german = textsIn('de', { product: 'Mailroom' })

const nothing: DigestReport = {
  sorted: { total: 0, folders: [] },
  delayed: { total: 0, ofPeriod: 0, folders: [] },
  leastCertain: [],
  review: { total: 0, all: 0, emails: [] },
  drafts: 0,
  failedActions: 0,
  signIns: { mailboxes: [], services: [] },
  usage: { used: 0, limit: 100 },
  hasNewNeed: false,
  followUps: [],
  hasNewFollowUp: false,
}
const email = (subject: string | null, folder: string | null = null) => ({
  logId: 'log',
  subject,
  folder: folder === null ? null : { id: 'id', name: folder },
  isTagged: folder === 'Tagged',
})
const linesOf = (report: Partial<DigestReport>, texts = english): string[] =>
  digestSections(texts, { ...nothing, ...report }, (...correction) => correction.join('/')).flatMap(
    ({ heading, lines }) => [
      `# ${heading}`,
      ...lines.map(({ text, detail, value, link }) =>
        [
          text,
          ...(detail ? [` (${detail})`] : []),
          ...(value ? [`: ${value}`] : []),
          ...(link ? [` [${link.label}: ${link.url}]`] : []),
        ].join(''),
      ),
    ],
  )

test('lists folders, subjects and what needs the user, and counts the rest', () => {
  const folder = (name: string, emails: number, mailbox = 'Work') => ({ folder: name, mailbox, emails })
  expect(
    linesOf({
      sorted: { total: 1016, folders: [folder('Invoices', 1008), folder('Travel', 4)] },
      delayed: { total: 3, ofPeriod: 1, folders: [folder('Travel', 3)] },
      leastCertain: [email('Your trip', 'Travel'), email('Your train', 'Tagged')],
      review: {
        total: 7,
        all: 7,
        emails: [email('Lunch on Friday', 'Private'), email(null), email(''), email('Four'), email('Five')],
      },
      drafts: 2,
      failedActions: 1,
      signIns: { mailboxes: ['Home'], services: ['Dropbox'] },
      usage: { used: 80, limit: 100 },
    }),
  ).toEqual([
    '# Sorted into folders',
    'Invoices: 1,008',
    'Travel: 4',
    'Other folders: 4',
    '# The least certain ones',
    'Your trip (Travel) [Put back into the inbox: return/log/id]',
    'Your train (Tagged) [Take the tag off: return/log/id]',
    '# Filed later',
    'Travel: 3',
    '# Waiting for your review',
    'Lunch on Friday [File in Private: file/log/id]',
    'No subject',
    'No subject',
    'Four',
    'Five',
    'and 2 more',
    '# Needs you',
    '2 replies are drafted. Look at them in your drafts before you send them.',
    '1 automated action failed. The processing history shows why and offers a retry.',
    '“Home” needs a new sign-in. Until then its emails are not sorted.',
    'Dropbox needs a new sign-in on the Connections page. Until then its actions wait.',
    '80 of the 100 emails of this month are used.',
  ])
  expect(linesOf({ sorted: { total: 3, folders: [folder('A', 2), folder('A', 1, 'Home')] } })).toEqual([
    '# Sorted into folders',
    'A (Work): 2',
    'A (Home): 1',
  ])
  expect(linesOf({ review: { total: 1, all: 4, emails: [email('One')] } }).at(-1)).toBe(
    '4 emails in all, with earlier ones',
  )
  expect(linesOf({ usage: { used: 79, limit: 100 } })).toEqual([])
  expect(linesOf({ usage: { used: 100, limit: 100 } }).at(-1)).toBe(
    'The 100 emails of this month are used. New emails stay in your inbox.',
  )
})

test('is in the language of the user, numbers included', () => {
  const sorted = { total: 1008, folders: [{ folder: 'Invoices', mailbox: 'Work', emails: 1008 }] }
  expect(linesOf({ sorted }, german)).toEqual(['# In Ordner sortiert', 'Invoices: 1.008'])
  expect(digestSubject(german, { ...nothing, sorted, failedActions: 1 }, 'Mailroom')).toBe(
    'Mailroom: 1.008 E-Mails sortiert, 1 Sache zu erledigen',
  )
})

test('is empty where nothing happened, also where an account has needed a sign-in for longer', () => {
  const signIns = { mailboxes: ['Work'], services: [] }
  expect(isEmpty(nothing)).toBe(true)
  expect(isEmpty({ ...nothing, review: { total: 0, all: 9, emails: [] } })).toBe(true)
  expect(isEmpty({ ...nothing, signIns })).toBe(true)
  expect(isEmpty({ ...nothing, hasNewNeed: true })).toBe(true)
  expect(isEmpty({ ...nothing, signIns, hasNewNeed: true })).toBe(false)
  expect(isEmpty({ ...nothing, sorted: { total: 1, folders: [] } })).toBe(false)
  expect(isEmpty({ ...nothing, review: { total: 1, all: 1, emails: [email('One')] } })).toBe(false)
  expect(isEmpty({ ...nothing, failedActions: 1 })).toBe(false)
  expect(isEmpty({ ...nothing, drafts: 1 })).toBe(false)
  const delayed = { total: 3, ofPeriod: 0, folders: [] }
  expect(isEmpty({ ...nothing, delayed })).toBe(true)
  expect(isEmpty({ ...nothing, delayed: { ...delayed, ofPeriod: 1 } })).toBe(false)
})

test('has a subject of numbers only, and one button', () => {
  const report: DigestReport = {
    ...nothing,
    sorted: { total: 12, folders: [{ folder: 'SECRET', mailbox: 'SECRET', emails: 12 }] },
    review: { total: 3, all: 5, emails: [email('SECRET', 'SECRET')] },
    failedActions: 1,
  }
  expect(digestSubject(english, report, 'Mailroom')).toBe('Mailroom: 12 emails sorted, 3 to review, 1 thing needs you')
  expect(digestSummary(english, report)).toBe(
    'Mailroom sorted 12 emails. 3 emails stayed in your inbox and wait for your review.',
  )
  expect(digestButton(english, report, 'https://mail.example.com')).toEqual({
    label: 'Review 5 emails',
    url: 'https://mail.example.com/review',
  })
  expect(digestButton(english, nothing, 'https://mail.example.com').url).toBe('https://mail.example.com/dashboard')
})

test('counts all email that waits to be filed, as its list does, also from earlier periods', () => {
  const report = { ...nothing, delayed: { total: 3, ofPeriod: 1, folders: [] } }
  expect(digestSubject(english, report, 'Mailroom')).toBe('Mailroom: 3 filed later')
  expect(digestSummary(english, report)).toBe('3 emails stay in your inbox until they are filed.')
})

test('keeps email clients from turning a subject into a link, and limits its length', () => {
  // What clients recognize: a scheme, www, a host with a dot, or an address.
  const recognized = /https?:\/\/|www\.\w|\w\.\w|\w@\w/
  for (const text of [
    'Log in at https://evil.example/now',
    'www.evil.example',
    'mail eve@evil.example',
    'evil.example',
  ])
    expect(untrustedLine(text)).not.toMatch(recognized)
  expect(untrustedLine('Invoice 12. Thank you: see you')).toBe('Invoice 12. Thank you: see you')
  expect(untrustedLine('\u202eone\r\ntwo\u2028three')).toBe('one two three')
  const pieces = ['a', '7', '.', '/', ':', '@', ' ', '\n', 'www', 'https', '\u202e', '\u200c', '😀', 'é']
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 150 }), (parts) => {
      const line = untrustedLine(parts.join(''))
      expect(line).not.toMatch(recognized)
      expect(line).not.toMatch(/[\r\n]/)
      expect(line.replaceAll('\u200c', '').length).toBeLessThanOrEqual(digestTextMaxLength)
    }),
  )
})

test('lists what waits for an answer with the person, and is sent for it only where it is new', () => {
  const waits = (state: 'sent' | 'question', subject: string | null, name: string | null, total: number) => {
    const at = new Date(0)
    return {
      id: 'id',
      state,
      mailboxId: 'mailbox',
      address: 'anna@family.example',
      name,
      subject,
      at,
      dueAt: at,
      total,
    }
  }
  const followUps = [waits('question', 'Dinner', 'Anna', 1), waits('sent', 'Offer', 'Ben', 3), waits('sent', '', '', 3)]
  expect(linesOf({ followUps })).toEqual([
    '# You have no answer yet',
    'Offer (Ben)',
    'No subject (anna@\u200Cfamily.\u200Cexample)',
    'and 1 more',
    '# Questions that you have not answered',
    'Dinner (Anna)',
  ])
  expect(linesOf({ followUps }, german)).toContain('# Sie haben noch keine Antwort')
  expect(isEmpty({ ...nothing, followUps })).toBe(true)
  expect(isEmpty({ ...nothing, followUps, hasNewFollowUp: true })).toBe(false)
  expect(digestSubject(english, { ...nothing, followUps }, 'Mailroom')).toBe('Mailroom: 4 without an answer')
})
