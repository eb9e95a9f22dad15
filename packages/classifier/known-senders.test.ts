import { expect, test } from 'vitest'
import { createModel, learn, rank, restsOnForgeries, type FolderToSort } from './classifier.ts'
import { mailWith } from './testing/messages.ts'

const folders: FolderToSort[] = ['Newsletters', 'Travel', 'Invoices', 'School'].map((name) => ({
  id: name,
  name,
  instructions: `Everything about ${name}`,
}))
const [newsletters] = folders

test('among many filed senders, no unknown one passes for one of them', () => {
  const model = createModel()
  const textOf = (n: number): string => Array.from({ length: 40 }, (_, at) => `w${(n * 40 + at) * 7919}`).join(' ')
  for (let n = 0; n < 2000; n++) {
    const from = `sender${n}@company${n}.example`
    learn(model, mailWith({ from, subject: `Subject ${n}`, text: textOf(n) }), folders[n % 4]?.id ?? '')
  }
  const isGuarded = (from: string): boolean => {
    const copy = mailWith({ from, subject: 'Newsletters', text: 'Everything about newsletters' })
    return newsletters !== undefined && restsOnForgeries(model, copy, folders, newsletters)
  }
  expect(isGuarded('sender4@company4.example')).toBe(false)
  const strangers = Array.from({ length: 200 }, (_, n) => `stranger${n}@elsewhere${n}.example`)
  expect(strangers.filter((from) => !isGuarded(from))).toEqual([])
  const quoted = strangers.flatMap((from) => rank(model, mailWith({ from }), folders).evidence)
  expect(quoted.filter(({ kind }) => kind === 'sender')).toEqual([])
})
