import { RestFailure } from './errors.ts'

/** Steps into a JSON value; the last one may ask for text. */
export interface JsonStep {
  arrow: '->' | '->>'
  key: string | number
}

/** A column, or a place inside a JSON column. */
export interface FieldPath {
  column: string
  json: JsonStep[]
}

const plainName = /[\p{L}\p{N}_$ ]+(?:-(?!>)[\p{L}\p{N}_$ ]+)*/uy
const arrayIndex = /-?\d{1,9}(?![\p{L}\p{N}_$])/uy

/** Reads one parameter of the query language from left to right. */
export class Scanner {
  readonly text: string
  readonly #what: string
  #at = 0

  /** @param what names the parameter in the error message: "select parameter", "order" … */
  constructor(text: string, what: string) {
    this.text = text
    this.#what = what
  }

  get done(): boolean {
    return this.#at >= this.text.length
  }

  take(literal: string): boolean {
    if (!this.text.startsWith(literal, this.#at)) return false
    this.#at += literal.length
    return true
  }

  /** @param pattern must be sticky */
  match(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.text)?.[0] ?? null
    if (found !== null) this.#at += found.length
    return found
  }

  expect(literal: string, expecting = `"${literal}"`): void {
    if (!this.take(literal)) this.fail(expecting)
  }

  end(expecting: string): void {
    if (!this.done) this.fail(expecting)
  }

  rest(): string {
    const rest = this.text.slice(this.#at)
    this.#at = this.text.length
    return rest
  }

  /** A name of a table, column, alias …; blanks around it do not count. Names with other characters stand in double quotes. */
  name(expecting = 'field name (* or [a..z0..9_$])'): string {
    this.match(/ */y)
    const name = this.quoted() ?? this.match(plainName)?.trim()
    if (!name) return this.fail(expecting)
    this.match(/ */y)
    return name
  }

  /** Text in double quotes, where a backslash takes the next character as it is; null where no quote opens. */
  quoted(): string | null {
    if (!this.take('"')) return null
    let value = ''
    for (;;) {
      value += this.match(/[^"\\]*/y) ?? ''
      if (this.take('"')) return value
      this.expect('\\', 'end of quoted text')
      value += this.match(/./suy) ?? this.fail('character')
    }
  }

  field(): FieldPath {
    return { column: this.name(), json: this.jsonSteps() }
  }

  jsonSteps(): JsonStep[] {
    const steps: JsonStep[] = []
    for (;;) {
      const arrow = this.take('->>') ? '->>' : this.take('->') ? '->' : null
      if (!arrow) return steps
      const index = this.match(arrayIndex)
      steps.push({ arrow, key: index === null ? this.name('json key') : Number(index) })
      if (arrow === '->>') return steps
    }
  }

  fail(expecting: string): never {
    const found = this.text.slice(this.#at, this.#at + 1) || undefined
    throw new RestFailure(
      400,
      'PGRST100',
      `"failed to parse ${this.#what} (${this.text})" (line 1, column ${this.#at + 1})`,
      {
        details: `unexpected ${found === undefined ? 'end of input' : JSON.stringify(found)} expecting ${expecting}`,
      },
    )
  }
}
