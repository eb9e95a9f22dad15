import { ServiceError } from '../services/service-error.ts'

/** Limits a response's body: reading more than `maxBytes` throws ServiceError `refused`. */
export function limitResponseSize(vendor: string, maxBytes: number, response: Response): Response {
  let size = 0
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(part, controller) {
      size += part.byteLength
      if (size > maxBytes) throw new ServiceError(vendor, 'refused', { status: 0, code: 'answer_too_large' })
      controller.enqueue(part)
    },
  })
  const { status, headers } = response
  return response.body ? new Response(response.body.pipeThrough(limit), { status, headers }) : response
}
