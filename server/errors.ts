import { errors, type ErrorCode } from '../contract/errors.ts'

/** An expected failure: the frame answers its status and message from `contract/errors.ts`. */
export class Failure extends Error {
  readonly code: ErrorCode
  readonly status: number

  constructor(code: ErrorCode, message?: string) {
    super(message ?? errors[code][1])
    this.name = 'Failure'
    this.code = code
    this.status = errors[code][0]
  }
}

/** Too many calls in too short a time; the answer says after how many seconds the next one will be taken. */
export class TooManyRequests extends Failure {
  readonly retryAfter: number

  constructor(retryAfter: number) {
    super('too_many_requests')
    this.retryAfter = retryAfter
  }
}

/** @param message replaces the listed message where the case has more to say; never text of a vendor or a mail */
export function fail(code: ErrorCode, message?: string): never {
  throw new Failure(code, message)
}
