import { ConnectionAccessError } from '../../server/connections/connection-access-error.ts'
import type { Events } from '../../server/events.ts'
import { MailboxAccessError } from '../../server/mail/access/mailbox-access-error.ts'
import { LeaseLost } from '../../server/sorting/lease/lease.ts'
import { VendorError } from '../../server/vendors/http/vendor-error.ts'
import type { App } from '../kit/start-app.ts'

const explained = [VendorError, MailboxAccessError, ConnectionAccessError, LeaseLost]
const isExplained = (error: unknown): boolean => explained.some((kind) => error instanceof kind)
const describe = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error))

/** Collects errors that no provider explains. @returns and forgets them */
export function watchErrors(app: App): () => string[] {
  let found: string[] = []
  const { events } = app.ctx
  const report = (what: string, error: unknown): void => {
    if (!isExplained(error)) found.push(`${what}: ${describe(error)}`)
  }
  const reported = {
    requestFailed: ({ route, error }) => report(`The request ${route} failed`, error),
    jobFailed: ({ job, error }) => report(`The job ${job} failed`, error),
    backgroundError: ({ part, error }) => report(`An unexpected error of ${part}`, error),
  } satisfies Partial<Events>
  Object.assign(events, reported)
  return () => {
    const errors = found
    found = []
    return errors
  }
}
