type Where = { location: string; locationType: 'parameter' | 'header' }

/** https://developers.google.com/workspace/drive/api/guides/handle-errors */
export class DriveError extends Error {
  readonly status: number
  readonly reason: string
  readonly where: Where | null
  constructor(status: number, reason: string, message: string, where: Where | null = null) {
    super(message)
    this.status = status
    this.reason = reason
    this.where = where
  }
}

const parameter = (location: string): Where => ({ location, locationType: 'parameter' })

export function notFound(id: string): DriveError {
  return new DriveError(404, 'notFound', `File not found: ${id}.`, parameter('fileId'))
}

export function invalid(location: string, message = 'Invalid Value'): DriveError {
  return new DriveError(400, 'invalid', message, parameter(location))
}

export function required(location: string, message: string): DriveError {
  return new DriveError(400, 'required', message, parameter(location))
}

export function badSelection(field: string): DriveError {
  return new DriveError(400, 'invalidParameter', `Invalid field selection ${field}`, parameter('fields'))
}

export function badRequest(message = 'Bad Request'): DriveError {
  return new DriveError(400, 'badRequest', message)
}

const LIMITS = new Set(['userRateLimitExceeded', 'rateLimitExceeded', 'dailyLimitExceeded', 'storageQuotaExceeded'])
/** `error.status`, which only errors of Google's API front end have. */
const STATUS_NAMES: Record<string, string> = {
  authError: 'UNAUTHENTICATED',
  insufficientPermissions: 'PERMISSION_DENIED',
  forbidden: 'PERMISSION_DENIED',
}
/** Errors of the front end have a shorter message in `error.errors` than in `error.message`. */
const SHORT_MESSAGES: Record<string, string> = {
  authError: 'Invalid Credentials',
  insufficientPermissions: 'Insufficient Permission',
}

export function errorBody({ status, reason, message, where }: DriveError) {
  const domain = LIMITS.has(reason) ? 'usageLimits' : 'global'
  const name = STATUS_NAMES[reason]
  return {
    error: {
      code: status,
      message,
      errors: [{ message: SHORT_MESSAGES[reason] ?? message, domain, reason, ...where }],
      ...(name === undefined ? {} : { status: name }),
    },
  }
}
