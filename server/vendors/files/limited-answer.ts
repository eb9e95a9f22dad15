import { ServiceError } from '../service-error.ts'

/** The same answer; reading it throws ServiceError `refused` once it is longer than `most` bytes. */
export function limitedAnswer(vendor: string, most: number, answer: Response): Response {
  let size = 0
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(part, controller) {
      size += part.byteLength
      if (size > most) throw new ServiceError(vendor, 'refused', { status: 0, code: 'answer_too_large' })
      controller.enqueue(part)
    },
  })
  const { status, headers } = answer
  return answer.body ? new Response(answer.body.pipeThrough(limit), { status, headers }) : answer
}
