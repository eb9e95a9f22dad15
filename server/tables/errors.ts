/** A failure in the words of the table protocol: what leaves is always `{ code, details, hint, message }`. */
export class RestFailure extends Error {
  readonly status: number
  readonly code: string
  /** Text, or the list of choices of an ambiguous embed. */
  readonly details: string | object[] | null
  readonly hint: string | null
  readonly headers: Record<string, string>

  constructor(status: number, code: string, message: string, more: RestFailureDetails = {}) {
    super(message)
    this.name = 'RestFailure'
    this.status = status
    this.code = code
    this.details = more.details ?? null
    this.hint = more.hint ?? null
    this.headers = more.headers ?? {}
  }
}

interface RestFailureDetails {
  details?: string | object[] | null
  hint?: string | null
  headers?: Record<string, string>
}

export const refuse = (...failure: ConstructorParameters<typeof RestFailure>): never => {
  throw new RestFailure(...failure)
}

/** As Postgres itself would say it; said here because identifiers reach SQL only through the schema cache. */
export const unknownColumn = (table: string, column: string): never =>
  refuse(400, '42703', `column ${table}.${column} does not exist`)

export const badPreferences = (names: string[]): never =>
  refuse(400, 'PGRST122', 'Invalid preferences given with handling=strict', {
    details: `Invalid preferences: ${names.join(', ')}`,
  })

export const refuseAggregate = (): never => refuse(400, 'PGRST123', 'Use of aggregate functions is not allowed')
