import { invalid } from './errors.ts'
import { type DriveFile, isTrashed } from './drive-model.ts'
import { type Token, tokensOf } from './query-lexer.ts'

export type Test = (file: DriveFile) => boolean

/** What a query depends on. `folderOf` throws where the caller cannot see the folder. */
type QueryContext = { email: string; folderOf: (id: string) => DriveFile }

/**
 * Parses `q`: https://developers.google.com/workspace/drive/api/guides/ref-search-terms
 * @throws DriveError 400 `invalid` at `q`
 */
export function parseQuery(q: string, context: QueryContext): Test {
  return new QueryParser(tokensOf(q), context).parse()
}

/** A recursive descent parser: one method for each kind of expression. */
class QueryParser {
  readonly #tokens: readonly Token[]
  readonly #context: QueryContext
  #position = 0

  constructor(tokens: readonly Token[], context: QueryContext) {
    this.#tokens = tokens
    this.#context = context
  }

  parse(): Test {
    const test = this.#or()
    if (this.#position < this.#tokens.length) throw invalid('q')
    return test
  }

  #takeIf(value: string): boolean {
    const token = this.#tokens[this.#position]
    if (token?.kind === 'text' || token?.value !== value) return false
    this.#position++
    return true
  }

  #expect(...values: string[]): void {
    for (const value of values) if (!this.#takeIf(value)) throw invalid('q')
  }

  #take(kind: Token['kind']): string {
    const token = this.#tokens[this.#position++]
    if (token?.kind !== kind) throw invalid('q')
    return token.value
  }

  #or(): Test {
    const tests = [this.#and()]
    while (this.#takeIf('or')) tests.push(this.#and())
    return (file) => tests.some((test) => test(file))
  }

  #and(): Test {
    const tests = [this.#not()]
    while (this.#takeIf('and')) tests.push(this.#not())
    return (file) => tests.every((test) => test(file))
  }

  #not(): Test {
    if (this.#takeIf('not')) {
      const test = this.#not()
      return (file) => !test(file)
    }
    if (this.#takeIf('(')) {
      const test = this.#or()
      this.#expect(')')
      return test
    }
    const isText = this.#tokens[this.#position]?.kind === 'text'
    return isText ? this.#membership(this.#take('text')) : this.#comparison(this.#take('word'))
  }

  #membership(value: string): Test {
    this.#expect('in')
    const collection = this.#take('word')
    if (collection === 'parents') {
      const folder = this.#context.folderOf(value)
      return ({ parent }) => parent === folder
    }
    if (!['owners', 'writers', 'readers'].includes(collection)) throw invalid('q')
    const isOwn = value === 'me' || value.toLowerCase() === this.#context.email.toLowerCase()
    return () => isOwn
  }

  #comparison(field: string): Test {
    switch (field) {
      case 'name':
      case 'mimeType':
        return this.#textTest(field)
      case 'fullText': {
        this.#expect('contains')
        const wanted = this.#take('text')
        return ({ name }) => hasWord(name, wanted)
      }
      case 'trashed': {
        const wanted = this.#flag()
        return (file) => isTrashed(file) === wanted
      }
      case 'starred':
      case 'sharedWithMe': {
        const wanted = this.#flag()
        return () => !wanted
      }
      case 'createdTime':
        return this.#timeTest(({ createdAt }) => createdAt)
      case 'modifiedTime':
        return this.#timeTest(({ modifiedAt }) => modifiedAt)
      case 'appProperties':
      case 'properties':
        return this.#propertyTest(field)
      default:
        throw invalid('q')
    }
  }

  #textTest(field: 'name' | 'mimeType'): Test {
    if (this.#takeIf('contains')) {
      const wanted = this.#take('text')
      return field === 'name' ? ({ name }) => hasWord(name, wanted) : ({ mimeType }) => mimeType.includes(wanted)
    }
    const isEqual = this.#equality()
    const wanted = this.#take('text')
    return (file) => (file[field] === wanted) === isEqual
  }

  #timeTest(timeOf: (file: DriveFile) => number): Test {
    const sign = this.#take('sign')
    const at = Date.parse(this.#take('text'))
    const compare = TIME_SIGNS.get(sign)
    if (Number.isNaN(at) || !compare) throw invalid('q')
    return (file) => compare(timeOf(file), at)
  }

  #propertyTest(field: string): Test {
    this.#expect('has', '{', 'key', '=')
    const key = this.#take('text')
    this.#expect('and', 'value', '=')
    const value = this.#take('text')
    this.#expect('}')
    return ({ appProperties }) => field === 'appProperties' && appProperties[key] === value
  }

  /** True for `=`, false for `!=`. */
  #equality(): boolean {
    const sign = this.#take('sign')
    if (sign !== '=' && sign !== '!=') throw invalid('q')
    return sign === '='
  }

  #flag(): boolean {
    const isEqual = this.#equality()
    const value = this.#take('word')
    if (value !== 'true' && value !== 'false') throw invalid('q')
    return (value === 'true') === isEqual
  }
}

const TIME_SIGNS = new Map<string, (left: number, right: number) => boolean>([
  ['=', (left, right) => left === right],
  ['!=', (left, right) => left !== right],
  ['<', (left, right) => left < right],
  ['<=', (left, right) => left <= right],
  ['>', (left, right) => left > right],
  ['>=', (left, right) => left >= right],
])

/** `contains` matches the beginnings of words: "HelloWorld" contains "Hello" but not "World". */
function hasWord(name: string, wanted: string): boolean {
  const text = name.toLowerCase()
  const start = wanted.toLowerCase()
  for (let at = text.indexOf(start); at >= 0; at = text.indexOf(start, at + 1)) {
    if (at === 0 || /[^\p{L}\p{N}]/u.test(text[at - 1] ?? '')) return true
  }
  return false
}
