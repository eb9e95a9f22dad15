import { expect, test } from 'vitest'
import type { MessageToSort } from '../../../packages/classifier/classifier.ts'
import { countRecognized } from './cross-validate.ts'

const mail = (from: string, subject: string, minute: number): MessageToSort => ({
  from,
  fromName: '',
  to: [],
  cc: [],
  subject,
  text: '',
  headers: {},
  attachmentNames: [],
  receivedAt: new Date(Date.UTC(2026, 10, 21, 12, minute)),
})
const folders = ['bills', 'letters', 'rest'].map((id) => ({ id, name: '', instructions: '' }))

test('classifies each mail without having learned from it', async () => {
  const filed = Array.from({ length: 10 }, (_, n) => [
    { folderId: 'bills', mail: mail('billing@power.example', `Invoice ${n}`, n) },
    { folderId: 'letters', mail: mail('news@garden.example', `Garden letter ${n}`, n + 20) },
  ]).flat()
  const alone = { folderId: 'rest', mail: mail('q@nowhere.example', 'Qwfp zxcv', 50) }
  expect(await countRecognized([...filed, alone], folders)).toEqual(
    new Map([
      ['bills', 10],
      ['letters', 10],
    ]),
  )
})
