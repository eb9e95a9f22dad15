import { createHash } from 'node:crypto'
import type { Span } from '@opentelemetry/api'
import { type IdGenerator, RandomIdGenerator } from '@opentelemetry/sdk-trace-base'
import type { TracedMessage } from '../../tracing.ts'

/**
 * The ids of a message's first span are a hash of the message's id: each process knows them, and neither a job nor a
 * row has to carry them. All other ids are random.
 */
export interface MessageIds extends IdGenerator {
  /** @param start creates the span, synchronously */
  firstSpan(message: TracedMessage, start: () => Span): Span
}

export function createMessageIds(): MessageIds {
  const random = new RandomIdGenerator()
  let next: { traceId: string; spanId: string } | null = null
  return {
    generateTraceId: () => next?.traceId ?? random.generateTraceId(),
    generateSpanId: () => next?.spanId ?? random.generateSpanId(),
    firstSpan({ mailboxId, messageId }, start) {
      const hash = createHash('sha256').update(`${mailboxId} ${messageId}`).digest('hex')
      next = { traceId: hash.slice(0, 32), spanId: hash.slice(32, 48) }
      try {
        return start()
      } finally {
        next = null
      }
    },
  }
}
