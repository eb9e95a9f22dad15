import { VendorError } from '../http/vendor-error.ts'

/**
 * AADSTS codes that refine an OAuth error (learn.microsoft.com/entra/identity-platform/reference-error-codes).
 * Microsoft documents no classification, so the OAuth error decides first.
 */
const aadstsCodes = {
  /** The client repeats the same request too often. */
  loop: [50196],
  administrator: [90093, 90094, 90095, 50105, 53003, 53000, 53001, 50005, 530032],
  consent: [65001],
  transient: [90033, 90006, 50033, 90024, 90012, 50087, 90055, 70012],
} as const

/**
 * Error of the token endpoint:
 * - `signInNeeded`: the grant has ended; the user must sign in again
 * - `administratorNeeded`: signing in again does not help
 * - `consentMissing`: signing in again helps if the user may consent
 * - `transient`: the same request may succeed later
 * - none of them: our app registration is wrong (secret, scopes)
 */
export class EntraError extends VendorError {
  readonly numbers: number[]

  constructor(status: number, code: string, numbers: number[], waitMs: number | null) {
    super('entra', status, code, waitMs)
    this.name = 'EntraError'
    this.numbers = numbers
  }

  override get transient(): boolean {
    const isTemporary = this.code === 'temporarily_unavailable' || this.code === 'server_error'
    return isTemporary || super.transient || this.#has('transient') || this.#has('loop')
  }

  /** The request that needed the token was not sent. */
  override get mayHaveEffect(): boolean {
    return false
  }

  get signInNeeded(): boolean {
    return !this.transient && grantEndedCodes.has(this.code)
  }

  get administratorNeeded(): boolean {
    return this.#has('administrator')
  }

  get consentMissing(): boolean {
    return this.#has('consent')
  }

  #has(kind: keyof typeof aadstsCodes): boolean {
    return this.numbers.some((number) => aadstsCodes[kind].some((known) => known === number))
  }
}

/** The AADSTS numbers of a callback that only an administrator can lift: the user was asked and could not consent. */
export const needsAdministrator = (description: string): boolean =>
  [...aadstsCodes.administrator, ...aadstsCodes.consent].some((number) =>
    new RegExp(`AADSTS${number}\\b`).test(description),
  )

const grantEndedCodes: ReadonlySet<string> = new Set([
  'invalid_grant',
  'interaction_required',
  'consent_required',
  'login_required',
  'access_denied',
])
