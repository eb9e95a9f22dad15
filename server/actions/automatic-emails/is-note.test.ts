import { expect, test } from 'vitest'
import { isNote } from './is-note.ts'

const from = (address: string) => ({ from: { address, name: '' } })
const note = {
  ...from('service-desk@x.example'),
  subject: 'Good news from the desk',
  text: 'Hello.',
  hasAttachments: false,
  attachmentNames: [] as string[],
}
const forwarded = ['Spring offer', 'Re: Invoice', 'Own report'].map((subject) => ({ subject }))
const of = (change: Partial<typeof note>): boolean =>
  isNote({ ...note, ...change }, forwarded, (each) => !each.subject.startsWith('Own'))

test.each([
  ['a short text', {}],
  ['the number of a request', { subject: '[Ticket #4711]' }],
  ['the subject of a forward', { subject: 'Invoice' }],
  ['no subject', { subject: '' }],
])('says nothing with %s', (_, change) => {
  expect(of(change)).toBe(true)
})

test.each([
  ['the address of a person', from('eve.smith@x.example')],
  ['an attachment', { attachmentNames: ['a.pdf'] }],
  ['a figure', { text: 'Amount due: 49.00' }],
  ['a number in its subject', { subject: 'Bill 12' }],
  ['a question', { text: 'Is there any news?' }],
  ['a word of a forwarded subject', { subject: 'Your invoice from the shop' }],
  ['the subject of its own forward', { subject: 'Own report' }],
  ['a long text', { text: 'We have thought about it. '.repeat(20) }],
])('says something with %s', (_, change) => {
  expect(of(change)).toBe(false)
})
