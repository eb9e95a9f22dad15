import { type Logger, type LoggerOptions, pino, stdTimeFunctions } from 'pino'
import { type Config, logsToJournal } from './config.ts'
import { formatLogLine } from './log-line.ts'

/** Lines on the standard output: JSON with ISO times and names of levels, or text for people. */
export function createLog(
  { logFormat, logLevel }: Pick<Config, 'logFormat' | 'logLevel'>,
  more: LoggerOptions = {},
): Logger {
  const options = {
    level: logLevel,
    base: null,
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (level: string) => ({ level }) },
    ...more,
  }
  if (!isForPeople(logFormat)) return pino(options)
  return pino(options, { write: (line: string) => void process.stdout.write(`${formatLogLine(line.trimEnd())}\n`) })
}

const isForPeople = (format: Config['logFormat']): boolean =>
  format === 'text' || (format === 'auto' && (process.stdout.isTTY || logsToJournal()))
