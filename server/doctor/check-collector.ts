import type { Config } from '../config.ts'
import { probe } from '../vendors/http/probe.ts'
import { ok, warning, type Finding } from './finding.ts'

const check = 'traces and logs'

/** Whether the collector answers; what it does with traces and logs shows only there. */
export async function checkCollector({ telemetry, given }: Config): Promise<Finding[]> {
  if (telemetry === null) return []
  const names = [
    ...(telemetry.traces ? ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'] : []),
    ...(telemetry.logs ? ['OTEL_EXPORTER_OTLP_LOGS_ENDPOINT'] : []),
  ]
  const urls = new Set(names.map((name) => given[name] ?? given['OTEL_EXPORTER_OTLP_ENDPOINT'] ?? ''))
  return Promise.all([...urls].map(checkOne))
}

async function checkOne(url: string): Promise<Finding> {
  const { host } = new URL(url)
  try {
    await probe(url)
    return ok(check, `${host} answers`)
  } catch {
    return warning(check, `${host} does not respond`, 'Start the collector, and check OTEL_EXPORTER_OTLP_ENDPOINT.')
  }
}
