import { VendorError } from './vendor-error.ts'

/** AADSTS numbers that refine what an OAuth error means; Microsoft publishes no map, so the OAuth error decides first. */
const numbers = {
  /** We ask the same again and again. */
  loop: [50196],
  administrator: [90094, 90095, 50105, 53003, 53000, 53001, 50005, 530032],
  transient: [90033, 90006, 50033, 90024, 90012, 50087, 90055, 70012],
} as const

/**
 * A refusal of the token endpoint. What it means:
 * - `signInNeeded`: this grant is over, only the person can start a new one
 * - `administratorNeeded`: signing in again will not help
 * - `transient`: the same request may succeed later
 * - none of them: our registration is wrong (secret, scopes); the mailboxes are not to blame
 */
export class EntraError extends VendorError {
  readonly numbers: number[]

  constructor(status: number, code: string, numbers: number[], waitMs: number | null) {
    super('entra', status, code, waitMs)
    this.name = 'EntraError'
    this.numbers = numbers
  }

  override get transient(): boolean {
    const asked = this.code === 'temporarily_unavailable' || this.code === 'server_error'
    return asked || super.transient || this.#has('transient') || this.#has('loop')
  }

  get signInNeeded(): boolean {
    return !this.transient && endings.has(this.code)
  }

  get administratorNeeded(): boolean {
    return this.#has('administrator')
  }

  #has(kind: keyof typeof numbers): boolean {
    return this.numbers.some((number) => numbers[kind].some((known) => known === number))
  }
}

const endings: ReadonlySet<string> = new Set([
  'invalid_grant',
  'interaction_required',
  'consent_required',
  'login_required',
  'access_denied',
])
