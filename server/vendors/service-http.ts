import type { z } from 'zod'
import { readJsonAnswer, retryAfterMs, send, type IncomingAnswer, type OutgoingRequest } from './http.ts'
import { ServiceError } from './service-error.ts'
import { VendorError } from './vendor-error.ts'

/** One request to a connected service; an answer of any status is returned. @throws ServiceError `unknown` where none arrived whole */
export async function sendToService(request: OutgoingRequest): Promise<IncomingAnswer> {
  try {
    return await send(request)
  } catch (error) {
    throw error instanceof VendorError ? asUnknown(error) : error
  }
}

/** @throws ServiceError `unknown` where the answer is not of the shape: what the service did then, nobody knows */
export function readServiceAnswer<S extends z.ZodType>(vendor: string, answer: IncomingAnswer, shape: S): z.output<S> {
  try {
    return shape.parse(readJsonAnswer(vendor, answer))
  } catch (cause) {
    throw new ServiceError(vendor, 'unknown', { status: 0, code: 'unreadable_answer', cause })
  }
}

/** What a status means by itself, where the service's own words say no more. */
export function refusalOfStatus(vendor: string, { status, headers }: IncomingAnswer): ServiceError {
  const waits = status === 429 || status >= 500
  const meant = waits ? 'later' : status === 401 ? 'unauthorized' : status === 403 ? 'scope' : 'refused'
  return new ServiceError(vendor, meant, { status, code: `http_${status}`, retryAfterMs: retryAfterMs(headers) })
}

const asUnknown = ({ vendor, status, code, cause }: VendorError): ServiceError =>
  new ServiceError(vendor, 'unknown', { status, code, cause })
