import { stripVTControlCharacters } from 'node:util'

const levels: Record<number, string> = { 40: 'warning', 50: 'error', 60: 'fatal' }
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/**
 * A log line of the server for people: time, what happened, then the details, with ids cut to their last eight
 * characters. Lines that are no JSON object stay as they are.
 */
export function formatLogLine(line: string): string {
  const entry = parseEntry(line)
  if (!entry) return line
  const { level, time, event, msg, ...details } = entry
  const clock = typeof time === 'number' ? new Date(time).toTimeString().slice(0, 8) : '--:--:--'
  const severity = typeof level === 'number' ? levels[level] : undefined
  const parts = [
    clock,
    severity && `${severity}:`,
    [event, msg]
      .filter((text) => typeof text === 'string')
      .join(': ')
      .replaceAll('_', ' '),
    ...Object.entries(details).map(([name, value]) => `${name}=${formatValue(value)}`),
  ]
  return parts.filter(Boolean).join(' ')
}

function parseEntry(line: string): Record<string, unknown> | null {
  if (!line.startsWith('{')) return null
  try {
    const entry: unknown = JSON.parse(line)
    return typeof entry === 'object' && entry !== null ? { ...entry } : null
  } catch {
    return null
  }
}

function formatValue(value: unknown): string {
  if (typeof value === 'string') return uuid.test(value) ? value.slice(-8) : stripVTControlCharacters(value)
  return JSON.stringify(value)
}
