/** An error in PostgREST's format: `{ code, details, hint, message }`. */
export class RestError extends Error {
  readonly status: number
  readonly code: string
  /** Text, or the candidates of an ambiguous embed. */
  readonly details: string | object[] | null
  readonly hint: string | null
  readonly headers: Record<string, string>

  constructor(status: number, code: string, message: string, options: RestErrorOptions = {}) {
    super(message)
    this.name = 'RestError'
    this.status = status
    this.code = code
    this.details = options.details ?? null
    this.hint = options.hint ?? null
    this.headers = options.headers ?? {}
  }
}

interface RestErrorOptions {
  details?: string | object[] | null
  hint?: string | null
  headers?: Record<string, string>
}

export const throwRestError = (...parameters: ConstructorParameters<typeof RestError>): never => {
  throw new RestError(...parameters)
}

/** PostgreSQL's own message; raised here because only identifiers of the schema cache reach SQL. */
export const throwUnknownColumn = (table: string, column: string): never =>
  throwRestError(400, '42703', `column ${table}.${column} does not exist`)

export const throwInvalidPreferences = (names: string[]): never =>
  throwRestError(400, 'PGRST122', 'Invalid preferences given with handling=strict', {
    details: `Invalid preferences: ${names.join(', ')}`,
  })

export const throwAggregateNotAllowed = (): never =>
  throwRestError(400, 'PGRST123', 'Use of aggregate functions is not allowed')
