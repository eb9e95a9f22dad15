import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { context, diag, DiagLogLevel } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { OTLPLogExporter } from '@opentelemetry/exporter-logs-otlp-proto'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { BatchLogRecordProcessor, LoggerProvider } from '@opentelemetry/sdk-logs'
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base'
import type { LoggerOptions } from 'pino'
import { z } from 'zod'
import type { TelemetryConfig } from '../../telemetry-settings.ts'
import { installTracing } from '../../tracing.ts'
import { parseJsonOrNull } from '../http/http-client.ts'
import { exportedLogs } from './exported-logs.ts'
import { createMessageIds } from './message-ids.ts'
import { createMessageTracing } from './message-tracing.ts'

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
