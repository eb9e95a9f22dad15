import type { Fault } from '../../kit/faults.ts'
import { GraphError } from './errors.ts'

/** The default code and message of a fault, by status. */
const USUAL: Record<number, [string, string]> = {
  400: ['BadRequest', 'The request is not valid.'],
  401: ['InvalidAuthenticationToken', 'Access token has expired or is not yet valid.'],
  403: ['ErrorAccessDenied', 'Access is denied. Check credentials and try again.'],
  404: ['ErrorItemNotFound', 'The specified object was not found in the store.'],
  409: ['ErrorFolderExists', 'A folder with the specified name already exists.'],
  410: ['SyncStateNotFound', 'The sync state generation is not found; continuationTokenLifetime.'],
  412: ['ErrorIrresolvableConflict', 'The change key passed in the request does not match the current change key.'],
  413: ['RequestEntityTooLarge', 'The request is too large.'],
  429: ['TooManyRequests', 'Please retry again later.'],
  500: ['ErrorInternalServerError', 'An internal server error occurred. The operation failed.'],
  503: ['ServiceUnavailable', 'The service is temporarily unavailable.'],
  504: ['UnknownError', ''],
  507: ['ErrorQuotaExceeded', "The user's mailbox is full."],
}

export function faultError(fault: Fault, status: number): GraphError {
  const [code, message] = USUAL[status] ?? ['UnknownError', '']
  return new GraphError(status, fault.error ?? code, fault.message ?? message)
}
