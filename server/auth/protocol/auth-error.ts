/** An expected refusal in GoTrue's terms: status, error code, message. */
export class AuthError extends Error {
  readonly status: number
  readonly code: string
  /** Further fields of the body, such as the reasons of a weak password. */
  readonly details: Record<string, unknown>

  constructor(status: number, code: string, message: string, details: Record<string, unknown> = {}) {
    super(message)
    this.name = 'AuthError'
    this.status = status
    this.code = code
    this.details = details
  }
}

export function refuse(status: number, code: string, message: string, details?: Record<string, unknown>): never {
  throw new AuthError(status, code, message, details)
}

/** A temporary refusal; the response has a `Retry-After` header. */
export class RateLimitExceeded extends AuthError {
  readonly retryAfter: number

  constructor(code: string, message: string, retryAfter: number) {
    super(429, code, message)
    this.retryAfter = retryAfter
  }
}

/** An error in the form of RFC 6749, section 5.2: status 400 with `error` and `error_description`. */
export class OAuthError extends Error {
  readonly error: string

  constructor(error: string, description: string) {
    super(description)
    this.name = 'OAuthError'
    this.error = error
  }
}
