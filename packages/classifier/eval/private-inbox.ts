import { hashText } from '../hash.ts'
import { INBOX } from '../model.ts'
import { randomFrom } from './random.ts'

const START = Date.UTC(2026, 0, 5)
const DAYS = 60
const DAY_MS = 86_400_000

/**
 * An invented inbox of recurring senders as the lines of a corpus and of its folders, from a short description
 * (private/en.txt explains the form). Each sender writes at its own regular times.
 */
export function privateInbox(description: string): { messages: object[]; folders: object[] } {
  const written = description.replace(/^#.*\n/gm, '')
  const blocks = written.split(/\n(?! {2})/).map((block) => block.split('\n'))
  return {
    folders: blocks.flatMap(([head = '']) => {
      const [folder, name, instructions] = head.split(' > ')
      return name === undefined ? [] : [{ folder, display_name: name, instructions }]
    }),
    messages: blocks.flatMap(([head = '', ...contents]) => (contents.length === 0 ? [] : messagesOf(head, contents))),
  }
}

function messagesOf(head: string, contents: readonly string[]): object[] {
  const [folder, count, from = '', fromName, list] = head.split(' | ')
  const random = randomFrom(hashText(from))
  const first = random()
  const listId = `<${from.replace('@', '.')}>`
  return Array.from({ length: Number(count) }, (_, k) => {
    const values = new Map([
      ['n', String(1000 + Math.floor(9000 * random()))],
      ['d', String(1 + Math.floor(28 * random()))],
      ['a', (5 + 195 * random()).toFixed(2)],
    ])
    const content = (contents[k % contents.length] ?? '').replace(/\{(\w)\}/g, (slot, key) => values.get(key) ?? slot)
    const [subject = '', text] = content.trim().split(' | ')
    return {
      folder: folder === '-' ? INBOX : folder,
      from,
      from_name: fromName,
      to: ['me@home.example'],
      subject,
      text,
      date: new Date(START + (DAYS * DAY_MS * (k + first)) / Number(count)),
      headers: list === undefined ? {} : { 'list-id': listId, 'list-unsubscribe': `<https://${from}/>` },
    }
  })
}
