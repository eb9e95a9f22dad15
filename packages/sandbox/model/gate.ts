import type { GateOptions } from '../kit/gate.ts'

/** An error as OpenAI words it. */
export const errorBody = (message: string, type: string, code: string | null) => ({
  error: { message, type, param: null, code },
})

/** How faults look at a server of this protocol. */
export const modelGate: GateOptions = {
  errorBody(status, fault) {
    if (status === 429) return errorBody(fault.message ?? 'Rate limit reached.', 'requests', 'rate_limit_exceeded')
    if (status >= 500) return errorBody(fault.message ?? 'The server had an error.', 'server_error', null)
    return errorBody(fault.message ?? 'Bad request.', 'invalid_request_error', fault.error ?? null)
  },
}
