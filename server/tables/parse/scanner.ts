import { RestError } from './rest-error.ts'

/** One step of a JSON path; `->>` as the last step returns text. */
export interface JsonStep {
  arrow: '->' | '->>'
  key: string | number
}

/** A column, or a path inside a JSON column. */
export interface FieldPath {
  column: string
  json: JsonStep[]
}

const plainName = /[\p{L}\p{N}_$ ]+(?:-(?!>)[\p{L}\p{N}_$ ]+)*/uy
const arrayIndex = /-?\d{1,9}(?![\p{L}\p{N}_$])/uy

/** Scans one query parameter from left to right. */
export class Scanner {
  readonly text: string
  readonly #parameterName: string
  #at = 0

  /** @param parameterName for error messages: "select parameter", "order" … */
  constructor(text: string, parameterName: string) {
    this.text = text
    this.#parameterName = parameterName
  }

  get isAtEnd(): boolean {
    return this.#at >= this.text.length
  }

  accept(literal: string): boolean {
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
    if (!this.accept(literal)) this.fail(expecting)
  }

  expectEnd(expecting: string): void {
    if (!this.isAtEnd) this.fail(expecting)
  }

  readRest(): string {
    const rest = this.text.slice(this.#at)
    this.#at = this.text.length
    return rest
  }

  /**
   * A table, column or alias; skips surrounding spaces. Characters that `plainName` does not match need double quotes.
   */
  name(expecting = 'field name (* or [a..z0..9_$])'): string {
    this.match(/ */y)
    const name = this.quoted() ?? this.match(plainName)?.trim()
    if (!name) return this.fail(expecting)
    this.match(/ */y)
    return name
  }

  /** Text in double quotes with backslash escapes; null where no quote opens. */
  quoted(): string | null {
    if (!this.accept('"')) return null
    let value = ''
    for (;;) {
      value += this.match(/[^"\\]*/y) ?? ''
      if (this.accept('"')) return value
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
      const arrow = this.accept('->>') ? '->>' : this.accept('->') ? '->' : null
      if (!arrow) return steps
      const index = this.match(arrayIndex)
      steps.push({ arrow, key: index === null ? this.name('json key') : Number(index) })
      if (arrow === '->>') return steps
    }
  }

  fail(expecting: string): never {
    const found = this.text.slice(this.#at, this.#at + 1) || undefined
    throw new RestError(
      400,
      'PGRST100',
      `"failed to parse ${this.#parameterName} (${this.text})" (line 1, column ${this.#at + 1})`,
      {
        details: `unexpected ${found === undefined ? 'end of input' : JSON.stringify(found)} expecting ${expecting}`,
      },
    )
  }
}
