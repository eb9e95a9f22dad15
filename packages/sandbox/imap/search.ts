import { decodeWords } from 'postal-mime'
import { BadCommand, type CommandParser, numbersIn } from './command-parser.ts'
import { readDate } from './format.ts'
import { headerOf, type MimePart, readPart } from './mime-part.ts'
import type { Entry } from './state.ts'

type Candidate = { entry: Entry; number: number; text: string; part: () => MimePart }
type Criterion = (candidate: Candidate) => boolean
type Known = { numbers: number[]; uids: number[]; gmail: boolean }

const FLAGS = ['ANSWERED', 'DELETED', 'DRAFT', 'FLAGGED', 'SEEN']
const HEADERS = ['BCC', 'CC', 'FROM', 'SUBJECT', 'TO']

/** @returns the sequence numbers of matching messages, from 1 */
export function search(command: CommandParser, view: readonly Entry[], gmail: boolean): number[] {
  const known = { numbers: view.map((_entry, index) => index + 1), uids: view.map(({ uid }) => uid), gmail }
  const criteria = [readKey(command, known)]
  while (command.accept(' ')) criteria.push(readKey(command, known))
  command.end()
  return known.numbers.filter((number) => {
    const entry = view[number - 1]
    if (!entry) return false
    const text = Buffer.from(entry.message.raw).toString('latin1')
    const candidate = { entry, number, text, part: () => readPart(text) }
    return criteria.every((matches) => matches(candidate))
  })
}

function readKey(command: CommandParser, known: Known): Criterion {
  if (command.peek(/^[\d*]/)) {
    const found = new Set(numbersIn(command.sequenceSet(), known.numbers))
    return ({ number }) => found.has(number)
  }
  const key = command.atom('Search key').toUpperCase()
  const flag = FLAGS.find((name) => key === name || key === `UN${name}`)
  if (flag) {
    const name = `\\${flag[0]}${flag.slice(1).toLowerCase()}`
    return ({ entry }) => entry.message.flags.has(name) === (key === flag)
  }
  if (HEADERS.includes(key)) return headerContains(key, argument(command))
  switch (key) {
    case 'ALL':
      return () => true
    case 'KEYWORD':
    case 'UNKEYWORD': {
      const name = argument(command).toLowerCase()
      const has = ({ flags }: Entry['message']): boolean => [...flags].some((one) => one.toLowerCase() === name)
      return ({ entry }) => has(entry.message) === (key === 'KEYWORD')
    }
    case 'HEADER':
      return headerContains(argument(command), argument(command))
    case 'LARGER':
    case 'SMALLER': {
      const size = Number(argument(command))
      return ({ text }) => (key === 'LARGER' ? text.length > size : text.length < size)
    }
    case 'UID': {
      command.need(' ')
      const found = new Set(numbersIn(command.sequenceSet(), known.uids))
      return ({ entry }) => found.has(entry.uid)
    }
    case 'NOT': {
      command.need(' ')
      const matches = readKey(command, known)
      return (candidate) => !matches(candidate)
    }
    case 'OR': {
      command.need(' ')
      const first = readKey(command, known)
      command.need(' ')
      const second = readKey(command, known)
      return (candidate) => first(candidate) || second(candidate)
    }
    case 'X-GM-MSGID': {
      const id = argument(command)
      if (known.gmail) return ({ entry }) => entry.message.id === id
      break
    }
    default:
      if (key === 'BEFORE' || key === 'SINCE') return dateMatches(key, argument(command))
  }
  throw new BadCommand(`Unknown search key ${key}`)
}

function argument(command: CommandParser): string {
  command.need(' ')
  return command.astring('Search argument')
}

/** An empty text matches where there is such a header. */
function headerContains(name: string, text: string): Criterion {
  const wanted = utf8(text).toLowerCase()
  return ({ part }) => {
    const value = headerOf(part().header, name)
    return value !== null && decodeWords(utf8(value)).toLowerCase().includes(wanted)
  }
}

const utf8 = (latin1: string): string => Buffer.from(latin1, 'latin1').toString()

function dateMatches(key: 'BEFORE' | 'SINCE', text: string): Criterion {
  const day = readDate(text)
  if (day === null) throw new BadCommand('Invalid date')
  return ({ entry }) => entry.message.internalDate < day === (key === 'BEFORE')
}
