import { stripVTControlCharacters } from 'node:util'

const severities: Record<string, string> = { warn: 'warning: ', error: 'error: ', fatal: 'fatal: ' }
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/**
 * A log line of the server for people: time, what happened, then the details, with ids cut to their last eight
 * characters; the frames of an error are on lines of their own. Lines that are no JSON object stay as they are.
 */
export function formatLogLine(line: string): string {
  const entry = parseEntry(line)
  if (!entry) return line
  const { level, time, event, msg, err, ...details } = entry
  const clock = typeof time === 'string' ? new Date(time).toTimeString().slice(0, 8) : '--:--:--'
  const what = [event, msg].filter((text) => typeof text === 'string').join(': ')
  const failure = objectOf(err)
  const parts = [
    `${clock} ${severities[String(level)] ?? ''}${what.replaceAll('_', ' ')}`,
    ...Object.entries(details).map(([name, value]) => `${name}=${formatValue(value)}`),
    failure && `${formatValue(failure['name'])}: ${formatValue(failure['message'])}`,
  ]
  const frames = typeof failure?.['stack'] === 'string' ? `\n${stripVTControlCharacters(failure['stack'])}` : ''
  return parts.filter((part) => part !== null).join(' ') + frames
}

function parseEntry(line: string): Record<string, unknown> | null {
  if (!line.startsWith('{')) return null
  try {
    return objectOf(JSON.parse(line))
  } catch {
    return null
  }
}

const objectOf = (value: unknown): Record<string, unknown> | null =>
  typeof value === 'object' && value !== null ? { ...value } : null

function formatValue(value: unknown): string {
  if (typeof value === 'string') return uuid.test(value) ? value.slice(-8) : stripVTControlCharacters(value)
  return JSON.stringify(value)
}
