import { decodeUtf7 } from './utf7.ts'

/** A command that the grammar does not allow: the response is BAD. */
export class BadCommand extends Error {}

export type CommandParser = ReturnType<typeof commandParser>

const ATOM = /[^\p{Cc} (){%*"\\\]\u0080-\u00ff]+/uy
const ASTRING = /[^\p{Cc} (){%*"\\\u0080-\u00ff]+/uy
const PATTERN = /[^\p{Cc} (){"\\\u0080-\u00ff]+/uy
const QUOTED = /"((?:[^"\\\r\n]|\\["\\])*)"/y
const LITERAL = /\{(\d+)\+?\}\r\n/y
const FLAG = /\\?[^\p{Cc} (){%*"\\\]\u0080-\u00ff]+/uy
const SEQUENCE_SET = /(?:[1-9]\d*|\*)(?::(?:[1-9]\d*|\*))?(?:,(?:[1-9]\d*|\*)(?::(?:[1-9]\d*|\*))?)*/y
const NUMBER = /\d+/y

/** Reads the parts of a command (RFC 3501, 9), which is given as Latin-1 with its literals. */
export function commandParser(text: string) {
  let at = 0
  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at
    const found = pattern.exec(text)
    if (found) at = pattern.lastIndex
    return found
  }
  const need = (pattern: RegExp, what: string): string => {
    const found = match(pattern)
    if (!found) throw new BadCommand(`${what} expected at ${at + 1}`)
    return found[0]
  }
  const skip = (character: string): boolean => {
    const isThere = text[at] === character
    if (isThere) at += 1
    return isThere
  }

  function literalOrQuoted(): string | null {
    const quoted = match(QUOTED)
    if (quoted) return (quoted[1] ?? '').replaceAll(/\\(["\\])/g, '$1')
    const literal = match(LITERAL)
    if (!literal) return null
    const size = Number(literal[1])
    at += size
    return text.slice(at - size, at)
  }

  const parser = {
    atom: (what: string): string => need(ATOM, what),
    number: (what: string): number => Number(need(NUMBER, what)),
    sequenceSet: (): string => need(SEQUENCE_SET, 'Sequence set'),
    /** Whether this is next; it is then read. */
    accept: skip,
    need(character: string): void {
      if (!skip(character)) throw new BadCommand(`'${character}' expected at ${at + 1}`)
    },
    end(): void {
      if (at < text.length) throw new BadCommand(`Unexpected text at ${at + 1}`)
    },
    peek: (pattern: RegExp): boolean => pattern.test(text.slice(at)),
    read(pattern: RegExp, what: string): string {
      return need(new RegExp(pattern.source, `${pattern.flags.replace('y', '')}y`), what)
    },
    /** Latin-1, as the bytes were sent. */
    astring: (what: string): string => literalOrQuoted() ?? need(ASTRING, what),
    /** @returns the bytes of a literal; quoted strings are refused, as in APPEND */
    literal(): Buffer {
      if (text[at] !== '{') throw new BadCommand('Literal expected')
      return Buffer.from(literalOrQuoted() ?? '', 'latin1')
    },
    pattern: (): string => folderNameOf(literalOrQuoted() ?? need(PATTERN, 'Mailbox pattern')),
    mailbox(): string {
      const name = folderNameOf(parser.astring('Mailbox name'))
      return /^inbox$/i.test(name) ? 'INBOX' : name
    },
    flags(): string[] {
      const flag = (): string => systemFlag(need(FLAG, 'Flag'))
      if (text[at] === '(') return parser.list(flag)
      const flags = [flag()]
      while (skip(' ')) flags.push(flag())
      return flags
    },
    /** A list in parentheses. */
    list<T>(item: () => T): T[] {
      parser.need('(')
      const items: T[] = []
      while (!skip(')')) {
        if (items.length > 0) parser.need(' ')
        items.push(item())
      }
      return items
    },
  }
  return parser
}

function folderNameOf(name: string): string {
  const decoded = decodeUtf7(name)
  if (decoded === null) throw new BadCommand('Mailbox name is not valid mUTF-7')
  return decoded
}

const SYSTEM_FLAGS = ['\\Answered', '\\Flagged', '\\Deleted', '\\Seen', '\\Draft']

function systemFlag(flag: string): string {
  if (!flag.startsWith('\\')) return flag
  const known = SYSTEM_FLAGS.find((one) => one.toLowerCase() === flag.toLowerCase())
  if (!known) throw new BadCommand(`Invalid system flag ${flag}`)
  return known
}

/** The numbers of a set that exist. `*` is the largest one. @param numbers in ascending order */
export function numbersIn(set: string, numbers: readonly number[]): number[] {
  const largest = numbers.at(-1) ?? 0
  const valueOf = (text = ''): number => (text === '*' ? largest : Number(text))
  const ranges = set.split(',').map((range) => {
    const [from, to = from] = range.split(':').map(valueOf)
    return [Math.min(from ?? 0, to ?? 0), Math.max(from ?? 0, to ?? 0)] as const
  })
  return numbers.filter((number) => ranges.some(([from, to]) => number >= from && number <= to))
}
