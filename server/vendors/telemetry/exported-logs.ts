import { trace } from '@opentelemetry/api'
import type { LoggerProvider } from '@opentelemetry/sdk-logs'
import { type LoggerOptions, levels } from 'pino'
import { z } from 'zod'
import { toAttributes } from './attributes.ts'

const LoggedError = z.object({ name: z.string(), message: z.string(), stack: z.string().optional() })
/** A line of `server/events.ts`, or of `main.ts`. */
const Line = z.looseObject({
  event: z.string().optional(),
  err: LoggedError.optional(),
})

/** Exports what a logger writes, as records of the current span, and adds the span's ids to its lines. */
export const exportedLogs = (logger: ReturnType<LoggerProvider['getLogger']> | null): LoggerOptions => ({
  mixin() {
    const span = trace.getActiveSpan()?.spanContext()
    return span ? { trace_id: span.traceId, span_id: span.spanId } : {}
  },
  hooks: {
    logMethod(args, method, level) {
      const [first, second]: unknown[] = args
      const { event, err, ...fields } = Line.safeParse(first).data ?? {}
      const text = typeof first === 'string' ? first : second
      logger?.emit({
        ...(event === undefined ? {} : { eventName: event }),
        severityText: levels.labels[level] ?? '',
        severityNumber: severityOf(level),
        body: event ?? (typeof text === 'string' ? text : ''),
        attributes: { ...toAttributes(fields), ...(err && exceptionAttributes(err)) },
      })
      method.apply(this, args)
    },
  },
})

/** Levels of pino (10 is trace, 60 fatal) in the numbers of OpenTelemetry (1 is trace, 21 fatal). */
const severityOf = (level: number): number => Math.floor(level / 10) * 4 - 3

/** opentelemetry.io/docs/specs/semconv/exceptions/exceptions-logs */
const exceptionAttributes = ({ name, message, stack = '' }: z.infer<typeof LoggedError>) => ({
  'exception.type': name,
  'exception.message': message,
  'exception.stacktrace': stack,
})
