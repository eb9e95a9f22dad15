import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { emailKinds } from '../../contract/email-kinds.ts'
import { emailKindOf, KIND_TOPICS } from './email-kinds.ts'
import { TOPIC_NAMES } from './topics.ts'
import { isUnknownName } from './unknown-name.ts'

const emails = readFileSync(new URL('./testing/email-kinds.txt', import.meta.url), 'utf8')
  .trim()
  .split(/^#.*\n/m)
  .slice(1)
  .map((part) =>
    part
      .trim()
      .split('\n')
      .map((line) => line.split(' | ')),
  )

/** How many of the emails are of the kind that they are named as, of another one, and of none of the kinds. */
function outcomes(lines: string[][]) {
  const found = { right: 0, wrong: 0, none: 0 }
  for (const [kind = '', from = '', subject = '', text = ''] of lines) {
    const [wanted, shape] = kind.split(' ')
    const headers = shape === 'list' ? { 'list-id': '<a.example>', 'list-unsubscribe': '<https://a.example>' } : {}
    const mail = { from, fromName: '', to: [], cc: [], subject, text, headers, attachmentNames: [] }
    const named = emailKindOf({ ...mail, receivedAt: new Date(0) }) ?? '-'
    found[named === wanted ? 'right' : named === '-' ? 'none' : 'wrong']++
  }
  return found
}

test('names the kind of most everyday emails in five languages, and rarely a wrong one', () => {
  const [before = [], after = []] = emails
  // 52 right and none wrong of 57; 59 right and 3 wrong of 69.
  expect(outcomes(before).right).toBeGreaterThanOrEqual(51)
  expect(outcomes(before).wrong).toBeLessThanOrEqual(1)
  expect(outcomes(after).right).toBeGreaterThanOrEqual(57)
  expect(outcomes(after).wrong).toBeLessThanOrEqual(3)
})

test('has the kinds of the contract, and each topic in one of them', () => {
  expect(KIND_TOPICS.map(([kind]) => kind)).toEqual([...emailKinds])
  const topics = KIND_TOPICS.flatMap(([, names]) => names.split(/\s+/))
  expect(topics.filter((name) => !TOPIC_NAMES.includes(name))).toEqual([])
  expect(new Set(topics).size).toBe(topics.length)
})

test.each([
  [true, ['Whitby!!', '2024', 'Misc', 'ACME', 'To do', '日本', 'Lena']],
  [false, ['Invoices', 'Rechnungen', 'Zwembad', 'Allotment', 'Oma', 'Facturas', 'Work/Falke', 'Steuer 2023']],
])('says that names without a meaning are unknown: %s', (isUnknown, names) => {
  expect(names.filter((name) => isUnknownName({ id: name, name, instructions: '' }) !== isUnknown)).toEqual([])
})
