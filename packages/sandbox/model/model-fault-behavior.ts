import type { FaultBehavior } from '../kit/service-middleware.ts'

/** An error in OpenAI's format. */
export const errorBody = (message: string, type: string, code: string | null) => ({
  error: { message, type, param: null, code },
})

/** Error bodies of faults in OpenAI's format. */
export const modelFaultBehavior: FaultBehavior = {
  errorBody(status, fault) {
    if (status === 429) return errorBody(fault.message ?? 'Rate limit reached.', 'requests', 'rate_limit_exceeded')
    if (status >= 500) return errorBody(fault.message ?? 'The server had an error.', 'server_error', null)
    return errorBody(fault.message ?? 'Bad request.', 'invalid_request_error', fault.error ?? null)
  },
}
