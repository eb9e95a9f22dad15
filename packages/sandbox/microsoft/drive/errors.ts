import type { Fault } from '../../kit/faults.ts'
import { GraphError } from '../graph/errors.ts'

/** Errors of OneDrive. Their codes begin with a lower-case letter; those of mail begin with `Error`. */
export const invalidRequest = (message: string) => new GraphError(400, 'invalidRequest', message)

export const itemNotFound = () => new GraphError(404, 'itemNotFound', 'The resource could not be found.')

export const nameTaken = () =>
  new GraphError(409, 'nameAlreadyExists', 'An item with the same name already exists under the parent.')

export const quotaReached = () => new GraphError(507, 'quotaLimitReached', 'Insufficient space available.')

export const tooLarge = (message: string) => new GraphError(413, 'requestEntityTooLarge', message)

export const badRange = (message: string) => new GraphError(416, 'invalidRange', message)

/** The default code and message of a fault, by status. */
const USUAL: Record<number, [string, string]> = {
  400: ['invalidRequest', 'The request is malformed or incorrect.'],
  401: ['InvalidAuthenticationToken', 'Access token has expired or is not yet valid.'],
  403: ['accessDenied', 'Access denied.'],
  404: ['itemNotFound', 'The resource could not be found.'],
  409: ['nameAlreadyExists', 'An item with the same name already exists under the parent.'],
  412: ['resourceModified', 'The resource has changed since the caller last read it.'],
  413: ['requestEntityTooLarge', 'The request is too large.'],
  416: ['invalidRange', 'The uploaded fragment overlaps with data that has already been received.'],
  423: ['resourceLocked', 'The resource is locked by another user or process.'],
  429: ['activityLimitReached', 'The app or user has been throttled.'],
  500: ['generalException', 'An unspecified error has occurred.'],
  503: ['serviceNotAvailable', 'The service is not available. Try the request again after a delay.'],
  504: ['timeout', 'The request timed out.'],
  507: ['quotaLimitReached', 'Insufficient space available.'],
}

export function faultError(fault: Fault, status: number): GraphError {
  const [code, message] = USUAL[status] ?? ['generalException', 'An unspecified error has occurred.']
  return new GraphError(status, fault.error ?? code, fault.message ?? message)
}
