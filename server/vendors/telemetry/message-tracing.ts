import {
  type Attributes,
  context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer,
} from '@opentelemetry/api'
import type { TracedMessage, Tracing } from '../../tracing.ts'
import { toAttributes } from './attributes.ts'
import type { MessageIds } from './message-ids.ts'

export function createMessageTracing(tracer: Tracer, ids: MessageIds): Tracing {
  /**
   * Ended by the process that found the message. In the others it is only the parent: the sampler decides by the trace
   * id, so that all processes keep or drop the same traces.
   */
  const firstSpan = (message: TracedMessage, attributes: Attributes = {}): Span =>
    ids.firstSpan(message, () =>
      tracer.startSpan('message found', { kind: SpanKind.CONSUMER, attributes }, ROOT_CONTEXT),
    )
  return {
    messageFound(message, fields) {
      firstSpan(message, toAttributes({ ...message, ...fields })).end()
    },
    inMessageSpan(name, message, fields, work) {
      const parent = trace.setSpan(ROOT_CONTEXT, firstSpan(message))
      const span = tracer.startSpan(name, { attributes: toAttributes({ ...message, ...fields }) }, parent)
      return runIn(span, work)
    },
    inCallSpan({ vendor, method = 'GET' }, send) {
      if (!trace.getActiveSpan()) return send()
      const attributes = { 'mailroom.vendor': vendor, 'http.request.method': method }
      const span = tracer.startSpan(`${method} ${vendor}`, { kind: SpanKind.CLIENT, attributes })
      return runIn(span, async () => {
        const response = await send()
        span.setAttribute('http.response.status_code', response.status)
        if (response.status >= 400) markFailed(span, String(response.status))
        return response
      })
    },
    addToSpan(fields) {
      trace.getActiveSpan()?.setAttributes(toAttributes(fields))
    },
  }
}

async function runIn<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    return await context.with(trace.setSpan(context.active(), span), work)
  } catch (error) {
    markFailed(span, codeOf(error))
    throw error
  } finally {
    span.end()
  }
}

/** The code alone: a message of an error can quote the mail. */
function markFailed(span: Span, type: string): void {
  span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', type)
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}
