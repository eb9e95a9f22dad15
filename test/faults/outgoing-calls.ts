import { z } from 'zod'
import type { App } from '../kit/start-app.ts'

/** A call that the product made, as the sandbox's journal has it. */
const Entries = z.array(
  z.object({
    service: z.string(),
    at: z.string(),
    method: z.string(),
    path: z.string(),
    status: z.number(),
    mailbox: z.string().nullable(),
    faults: z.array(z.string()),
  }),
)
export type JournalEntry = z.infer<typeof Entries>[number]

/** A call of a scenario: its path without ids, and its place among the calls with the same path. */
export interface OutgoingCall {
  id: string
  service: string
  method: string
  /** Matches the paths of this call, as the sandbox matches faults. */
  pattern: string
  /** Calls with this pattern before it. */
  skip: number
}

/** Calls of the sandbox, and of the browser to the pages of a service. */
const isOfProduct = ({ service, path }: JournalEntry): boolean =>
  !/^graph-|^stripe-/.test(service) &&
  !/\/(?:authorize|consent|o\/oauth2\/v2\/auth|c\/pay|p\/session|i)(?:[/?]|$)/.test(path)

/** The calls since the journal was last emptied. */
export const journal = async (app: App): Promise<JournalEntry[]> =>
  Entries.parse(await app.control('GET', '/control/log')).filter(isOfProduct)

export const emptyJournal = (app: App): Promise<unknown> => app.control('DELETE', '/control/requests')

/** Each distinct call among the entries, and up to `maxRepetitions` of its repetitions. */
export function distinctCalls(entries: readonly JournalEntry[], maxRepetitions = 2): OutgoingCall[] {
  const seen = new Map<string, number>()
  return entries.flatMap((entry) => {
    const template = templateOf(entry)
    const id = `${entry.service} ${entry.method} ${template}`
    const skip = seen.get(id) ?? 0
    seen.set(id, skip + 1)
    if (skip >= maxRepetitions) return []
    const { service, method } = entry
    return { id: skip === 0 ? id : `${id} #${skip + 1}`, service, method, pattern: patternOf(service, template), skip }
  })
}

/** Steps of SMTP have recipients instead of a path, and commands of IMAP have arguments. */
const hasNoPath = (service: string): boolean => service === 'smtp' || service === 'imap'

const pathOf = ({ service, path }: JournalEntry): string =>
  hasNoPath(service) ? '' : (path.replace(/^\/[^/]+/, '').split('?')[0] ?? '')

const templateOf = (entry: JournalEntry): string => pathOf(entry).split('/').map(withoutId).join('/')

function withoutId(segment: string): string {
  if (/^(?:v\d+(?:\.\d+)?|oauth2|2)$/.test(segment)) return segment
  return segment.length > 26 || /[\d=@%]/.test(segment) ? '{}' : segment
}

function patternOf(service: string, template: string): string {
  if (hasNoPath(service)) return ''
  const escaped = template.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll('{}', '[^/?]+')
  return `^${escaped}(?:\\?|$)`
}
