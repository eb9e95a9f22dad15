import type { z } from 'zod'
import { parseJsonResponse, sendRequest, type HttpResponse, type HttpRequest } from '../http/http-client.ts'
import { retryAfterMs } from '../http/retry-after.ts'
import { ServiceError } from './service-error.ts'
import { VendorError } from '../http/vendor-error.ts'

/** Sends a request to a connected service. @throws ServiceError `unknown` if no complete response arrived */
export async function sendToService(request: HttpRequest): Promise<HttpResponse> {
  try {
    return await sendRequest(request)
  } catch (error) {
    throw error instanceof VendorError ? asUnknownOutcome(error) : error
  }
}

/** @throws ServiceError `unknown` if the response has another shape: the effect of the request is unknown */
export function parseServiceResponse<S extends z.ZodType>(
  vendor: string,
  response: HttpResponse,
  shape: S,
): z.output<S> {
  try {
    return shape.parse(parseJsonResponse(vendor, response))
  } catch (cause) {
    throw new ServiceError(vendor, 'unknown', { status: 0, code: 'unreadable_answer', cause })
  }
}

/** Classifies an error by its status alone. */
export function errorFromStatus(vendor: string, { status, headers }: HttpResponse): ServiceError {
  const isTemporary = status === 429 || status >= 500
  const refusal = isTemporary ? 'later' : status === 401 ? 'unauthorized' : status === 403 ? 'scope' : 'refused'
  return new ServiceError(vendor, refusal, { status, code: `http_${status}`, retryAfterMs: retryAfterMs(headers) })
}

const asUnknownOutcome = ({ vendor, status, code, cause }: VendorError): ServiceError =>
  new ServiceError(vendor, 'unknown', { status, code, cause })
