import { invalid } from './errors.ts'
import { type DriveFile, isTrashed } from './model.ts'
import { type Token, tokensOf } from './query-lexer.ts'

export type Test = (file: DriveFile) => boolean

/** What a query needs to know about the account. `folderOf` throws where the caller cannot see the folder. */
export type QueryWorld = { email: string; folderOf: (id: string) => DriveFile }

/**
 * Reads `q`: https://developers.google.com/workspace/drive/api/guides/ref-search-terms
 * @throws DriveError 400 `invalid` at `q` for whatever cannot be read
 */
export function parseQuery(q: string, world: QueryWorld): Test {
  const tokens = tokensOf(q)
  let place = 0

  const peek = (value: string) => tokens[place]?.kind !== 'text' && tokens[place]?.value === value
  const take = (value: string) => (peek(value) ? ++place > 0 : false)
  const need = (value: string) => {
    if (!take(value)) throw invalid('q')
  }
  const next = (kind: Token['kind']): string => {
    const token = tokens[place++]
    if (token?.kind !== kind) throw invalid('q')
    return token.value
  }

  function either(): Test {
    const tests = [both()]
    while (take('or')) tests.push(both())
    return (file) => tests.some((test) => test(file))
  }

  function both(): Test {
    const tests = [one()]
    while (take('and')) tests.push(one())
    return (file) => tests.every((test) => test(file))
  }

  function one(): Test {
    if (take('not')) {
      const test = one()
      return (file) => !test(file)
    }
    if (take('(')) {
      const test = either()
      need(')')
      return test
    }
    return tokens[place]?.kind === 'text' ? membership(next('text')) : comparison(next('word'))
  }

  function membership(value: string): Test {
    need('in')
    const collection = next('word')
    if (collection === 'parents') {
      const folder = world.folderOf(value)
      return ({ parent }) => parent === folder
    }
    if (!['owners', 'writers', 'readers'].includes(collection)) throw invalid('q')
    const isOwn = value === 'me' || value.toLowerCase() === world.email.toLowerCase()
    return () => isOwn
  }

  function comparison(field: string): Test {
    switch (field) {
      case 'name':
      case 'mimeType':
        return textTest(field)
      case 'fullText': {
        need('contains')
        const wanted = next('text')
        return ({ name }) => hasWord(name, wanted)
      }
      case 'trashed': {
        const wanted = flag()
        return (file) => isTrashed(file) === wanted
      }
      case 'starred':
      case 'sharedWithMe': {
        const wanted = flag()
        return () => !wanted
      }
      case 'createdTime':
        return timeTest(({ createdAt }) => createdAt)
      case 'modifiedTime':
        return timeTest(({ modifiedAt }) => modifiedAt)
      case 'appProperties':
      case 'properties':
        return propertyTest(field)
      default:
        throw invalid('q')
    }
  }

  function textTest(field: 'name' | 'mimeType'): Test {
    if (take('contains')) {
      const wanted = next('text')
      return field === 'name' ? ({ name }) => hasWord(name, wanted) : ({ mimeType }) => mimeType.includes(wanted)
    }
    const isSame = equality()
    const wanted = next('text')
    return (file) => (file[field] === wanted) === isSame
  }

  function timeTest(timeOf: (file: DriveFile) => number): Test {
    const sign = next('sign')
    const at = Date.parse(next('text'))
    const compare = TIME_SIGNS.get(sign)
    if (Number.isNaN(at) || !compare) throw invalid('q')
    return (file) => compare(timeOf(file), at)
  }

  function propertyTest(field: string): Test {
    need('has')
    need('{')
    need('key')
    need('=')
    const key = next('text')
    need('and')
    need('value')
    need('=')
    const value = next('text')
    need('}')
    return ({ appProperties }) => field === 'appProperties' && appProperties[key] === value
  }

  /** Whether it asks for the same (`=`) or for another (`!=`). */
  function equality(): boolean {
    const sign = next('sign')
    if (sign !== '=' && sign !== '!=') throw invalid('q')
    return sign === '='
  }

  function flag(): boolean {
    const isSame = equality()
    const word = next('word')
    if (word !== 'true' && word !== 'false') throw invalid('q')
    return (word === 'true') === isSame
  }

  const test = either()
  if (place < tokens.length) throw invalid('q')
  return test
}

const TIME_SIGNS = new Map<string, (left: number, right: number) => boolean>([
  ['=', (left, right) => left === right],
  ['!=', (left, right) => left !== right],
  ['<', (left, right) => left < right],
  ['<=', (left, right) => left <= right],
  ['>', (left, right) => left > right],
  ['>=', (left, right) => left >= right],
])

/** `contains` looks at the beginnings of words: "HelloWorld" contains "Hello" and not "World". */
function hasWord(name: string, wanted: string): boolean {
  const words = name.toLowerCase()
  const start = wanted.toLowerCase()
  for (let at = words.indexOf(start); at >= 0; at = words.indexOf(start, at + 1)) {
    if (at === 0 || /[^\p{L}\p{N}]/u.test(words[at - 1] ?? '')) return true
  }
  return false
}
