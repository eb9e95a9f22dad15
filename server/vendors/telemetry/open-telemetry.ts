import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { context, diag, DiagLogLevel, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { OTLPLogExporter } from '@opentelemetry/exporter-logs-otlp-proto'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { BatchLogRecordProcessor, LoggerProvider } from '@opentelemetry/sdk-logs'
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { type LoggerOptions, levels } from 'pino'
import { z } from 'zod'
import type { TelemetryConfig } from '../../telemetry-settings.ts'
import { installTracing } from '../../tracing.ts'
import { parseJsonOrNull } from '../http/http-client.ts'
import { createMessageIds } from './message-ids.ts'
import { createMessageTracing } from './message-tracing.ts'
import { toAttributes } from './attributes.ts'

const LoggedError = z.object({ name: z.string(), message: z.string(), stack: z.string().optional() })
/** A line of `server/events.ts`, or of `main.ts`. */
const Line = z.looseObject({
  event: z.string().optional(),
  err: LoggedError.optional(),
})

/** Exports what a logger writes, as records of the current span, and adds the span's ids to its lines. */
const exportedLogs = (logger: ReturnType<LoggerProvider['getLogger']> | null): LoggerOptions => ({
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

/** A collector of traces and logs that is down is logged once in this time. */
const telemetryErrorIntervalMs = 600_000

interface Telemetry extends AsyncDisposable {
  /** Makes a logger export its lines, and add the ids of the current span to them. */
  loggerOptions: LoggerOptions
}

/**
 * Exports traces and logs to a collector. The SDK reads the other `OTEL_*` settings itself. Disposal sends what is
 * left, for as long as an export may take (`OTEL_EXPORTER_OTLP_TIMEOUT`). Imported only where telemetry is on.
 * @param onError gets the first failed export of each interval: a collector may be down for long
 */
export function openTelemetry(
  { traces, logs }: TelemetryConfig,
  { role, onError }: { role: string; onError: (reason: string) => void },
): Telemetry {
  const resource = defaultResource()
    .merge(resourceFromAttributes({ 'service.name': 'mailroom', 'mailroom.role': role }))
    .merge(resourceFromAttributes({ 'host.name': hostname(), 'service.instance.id': randomUUID() }))
    .merge(detectResources({ detectors: [envDetector] }))
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  diag.setLogger(failureReporter(onError), DiagLogLevel.ERROR)

  const idGenerator = createMessageIds()
  const spanProcessors = traces ? [new BatchSpanProcessor(new OTLPTraceExporter())] : []
  const tracer = new BasicTracerProvider({ resource, idGenerator, spanProcessors })
  if (traces) installTracing(createMessageTracing(tracer.getTracer('mailroom'), idGenerator))

  const processors = logs ? [new BatchLogRecordProcessor({ exporter: new OTLPLogExporter() })] : []
  const logger = new LoggerProvider({ resource, processors })

  return {
    loggerOptions: exportedLogs(logs ? logger.getLogger('mailroom') : null),
    async [Symbol.asyncDispose]() {
      installTracing(null)
      // A failed export has been reported.
      await Promise.allSettled([tracer.shutdown(), logger.shutdown()])
      diag.disable()
      context.disable()
    },
  }
}

/** The SDK reports an error as JSON with all of its properties, among them the response of the collector. */
const SdkError = z.object({ code: z.string().optional(), name: z.string().optional() })

function failureReporter(onError: (reason: string) => void) {
  const ignore = (): void => undefined
  let isReported = false
  const error = (message: string): void => {
    if (isReported) return
    isReported = true
    setTimeout(() => (isReported = false), telemetryErrorIntervalMs).unref()
    const { code, name = 'unknown' } = SdkError.safeParse(parseJsonOrNull(message)).data ?? {}
    onError(code ?? name)
  }
  return { error, warn: ignore, info: ignore, debug: ignore, verbose: ignore }
}
