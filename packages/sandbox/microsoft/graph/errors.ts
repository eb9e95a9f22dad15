/** An error of Graph. `errorEnvelope` renders it. */
export class GraphError extends Error {
  readonly status: number
  readonly code: string
  readonly headers: Record<string, string>
  constructor(status: number, code: string, message: string, headers: Record<string, string> = {}) {
    super(message)
    this.status = status
    this.code = code
    this.headers = headers
  }
}

export const itemNotFound = () =>
  new GraphError(404, 'ErrorItemNotFound', 'The specified object was not found in the store.')

export const malformedId = () => new GraphError(400, 'ErrorInvalidIdMalformed', 'Id is malformed.')

export const badRequest = (message: string) => new GraphError(400, 'BadRequest', message)

export const requestBodyRead = (message: string) => new GraphError(400, 'RequestBodyRead', message)

export type Stamp = { date: string; requestId: string; clientRequestId: string }

/** The real service has two spellings of the inner key, depending on the route. */
export function errorEnvelope(error: GraphError, stamp: Stamp, innerKey: 'innerError' | 'innererror') {
  const inner = {
    date: stamp.date.slice(0, 19),
    'request-id': stamp.requestId,
    'client-request-id': stamp.clientRequestId,
  }
  return { error: { code: error.code, message: error.message, [innerKey]: inner } }
}
