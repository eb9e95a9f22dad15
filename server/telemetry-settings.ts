/** What is exported to an OpenTelemetry collector. */
export interface TelemetryConfig {
  traces: boolean
  logs: boolean
}

interface TelemetryValues {
  OTEL_SDK_DISABLED: boolean
  OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT?: string | undefined
  OTEL_EXPORTER_OTLP_LOGS_ENDPOINT?: string | undefined
  OTEL_TRACES_EXPORTER: 'otlp' | 'none'
  OTEL_LOGS_EXPORTER: 'otlp' | 'none'
}

/** Null without an endpoint: the SDK's own default is a collector on this machine, which few have. */
export function telemetryConfig(values: TelemetryValues): TelemetryConfig | null {
  const endpoint = values.OTEL_EXPORTER_OTLP_ENDPOINT
  const traces =
    values.OTEL_TRACES_EXPORTER === 'otlp' && Boolean(values.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? endpoint)
  const logs = values.OTEL_LOGS_EXPORTER === 'otlp' && Boolean(values.OTEL_EXPORTER_OTLP_LOGS_ENDPOINT ?? endpoint)
  if (values.OTEL_SDK_DISABLED || (!traces && !logs)) return null
  return { traces, logs }
}
