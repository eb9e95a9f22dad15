import { z } from 'zod'
import { AccountDownError, quotaFullCode, VendorError } from '../http/vendor-error.ts'
import { serviceErrorCodeMaxLength } from '../limits.ts'

/**
 * The codes that callers act on, in canonical spelling. Graph sends several spellings (`ErrorItemNotFound`,
 * `itemNotFound`).
 */
const knownCodes = [
  'ErrorAccessDenied',
  'ErrorFolderExists',
  'ErrorFolderNotFound',
  'ErrorInvalidIdMalformed',
  'ErrorItemNotFound',
  'ErrorMailboxMoveInProgress',
  'ErrorMailboxStoreUnavailable',
  'ErrorNonExistentMailbox',
  'ErrorQuotaExceeded',
  'ApplicationThrottled',
  'ExtensionError',
  'InvalidAuthenticationToken',
  'MailboxInfoStale',
  'MailboxNotEnabledForRESTAPI',
  'ResourceNotFound',
  'ResyncRequired',
  'SyncStateNotFound',
  'TooManyRequests',
] as const
type GraphCode = (typeof knownCodes)[number]

const normalizeCode = (code: string): string => code.toLowerCase().replace(/^error/, '')
const canonicalCodes = new Map<string, GraphCode>(knownCodes.map((code) => [normalizeCode(code), code]))

const Inner: z.ZodType<{ code?: string | undefined; innerError?: unknown; innererror?: unknown }> = z.object({
  code: z.string().optional(),
  innerError: z.unknown().optional(),
  innererror: z.unknown().optional(),
})
const Envelope = z.object({ error: z.unknown() })

/**
 * Parses the error code of a Graph response: the innermost known code, else the outermost code as sent.
 * The message is dropped: its wording changes, and it may quote an email.
 */
export function parseGraphErrorCode(text: string): string {
  const codes: string[] = []
  let level: unknown = parseEnvelope(text)
  for (let depth = 0; depth < 8 && level !== undefined; depth++) {
    const read = Inner.safeParse(level)
    if (!read.success) break
    if (read.data.code) codes.push(read.data.code)
    level = read.data.innerError ?? read.data.innererror
  }
  const found = codes
    .toReversed()
    .map((code) => canonicalCodes.get(normalizeCode(code)))
    .find((code) => code !== undefined)
  return found ?? codes[0]?.slice(0, serviceErrorCodeMaxLength) ?? 'unexpected_answer'
}

/** The mailbox is being moved between servers. */
const mailboxDownCodes: ReadonlySet<string> = new Set<GraphCode>([
  'ErrorMailboxMoveInProgress',
  'ErrorMailboxStoreUnavailable',
  'MailboxInfoStale',
])

export function toVendorError(status: number, code: string, retryAfter: number | null): VendorError {
  if (mailboxDownCodes.has(code)) return new AccountDownError('graph', status, code, retryAfter)
  return new VendorError('graph', status, code === 'ErrorQuotaExceeded' ? quotaFullCode : code, retryAfter)
}

function parseEnvelope(text: string): unknown {
  try {
    return Envelope.parse(JSON.parse(text)).error
  } catch {
    return undefined
  }
}

const hasCode = (error: unknown, ...codes: GraphCode[]): error is VendorError =>
  error instanceof VendorError && error.vendor === 'graph' && codes.some((code) => code === error.code)

export const hasStatus = (error: unknown, status: number): boolean =>
  error instanceof VendorError && error.vendor === 'graph' && error.status === status

/** Turns expected refusals of a request into results. */
export async function withResults<T, const R extends string>(
  call: Promise<T>,
  ...refusals: (readonly [result: R, is: (error: unknown) => boolean])[]
): Promise<T | R> {
  try {
    return await call
  } catch (error) {
    const refusal = refusals.find(([, is]) => is(error))
    if (refusal) return refusal[0]
    throw error
  }
}

export const orNotThere = <T>(call: Promise<T>): Promise<T | 'not-there'> =>
  withResults(call, ['not-there', isNotFound])

/** The message or folder does not exist. Graph often returns 400 instead of 404 for a stale or foreign id. */
export const isNotFound = (error: unknown): boolean =>
  hasCode(error, 'ErrorItemNotFound', 'ErrorFolderNotFound', 'ErrorInvalidIdMalformed') ||
  (hasStatus(error, 404) && !isMailboxUnavailable(error))

/** The item has changed since the version that the request names. */
export const isChanged = (error: unknown): boolean => hasStatus(error, 412)

/** Decided by the code, because the status is 409 or 400. */
export const isFolderExists = (error: unknown): boolean => hasCode(error, 'ErrorFolderExists')

/** The delta link has expired, or another Graph endpoint issued it: start a new round by date. */
export const isDeltaLinkExpired = (error: unknown): boolean =>
  (error instanceof VendorError && error.vendor === 'graph' && error.code === 'foreign_link') ||
  hasCode(error, 'SyncStateNotFound', 'ResyncRequired') ||
  hasStatus(error, 410)

export const isUnauthorized = (error: unknown): boolean => hasStatus(error, 401)

/**
 * Inactive, soft-deleted or on-premises. `MailboxInfoStale` and a mailbox that is being moved are transient instead.
 */
export const isMailboxUnavailable = (error: unknown): boolean =>
  hasCode(error, 'MailboxNotEnabledForRESTAPI', 'ErrorNonExistentMailbox')

/** For the first mail request after sign-in only: there, two more codes mean that the account has no mailbox. */
export const hasNoMailbox = (error: unknown): boolean =>
  isMailboxUnavailable(error) || (hasCode(error, 'ExtensionError', 'ResourceNotFound') && !error.transient)
