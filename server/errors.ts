import { errors, type ErrorCode } from '../contract/errors.ts'

/** An expected failure; its response has the status and message of `contract/errors.ts`. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly status: number

  constructor(code: ErrorCode, message?: string) {
    super(message ?? errors[code][1])
    this.name = 'AppError'
    this.code = code
    this.status = errors[code][0]
  }
}

/** 429; `Retry-After` is the number of seconds until the next allowed call. */
export class TooManyRequests extends AppError {
  readonly retryAfter: number

  constructor(retryAfter: number) {
    super('too_many_requests')
    this.retryAfter = retryAfter
  }
}

/** @param message replaces the default message; never text of a vendor or a message */
export function fail(code: ErrorCode, message?: string): never {
  throw new AppError(code, message)
}
