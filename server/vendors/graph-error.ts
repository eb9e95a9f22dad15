import { z } from 'zod'
import { VendorError } from './vendor-error.ts'

/** The codes that somebody decides by, in one spelling: Graph sends three of each (`ErrorItemNotFound`, `itemNotFound` …). */
const known = [
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
export type GraphCode = (typeof known)[number]

const plain = (code: string): string => code.toLowerCase().replace(/^error/, '')
const spelling = new Map<string, GraphCode>(known.map((code) => [plain(code), code]))

const Inner: z.ZodType<{ code?: string | undefined; innerError?: unknown; innererror?: unknown }> = z.object({
  code: z.string().optional(),
  innerError: z.unknown().optional(),
  innererror: z.unknown().optional(),
})
const Envelope = z.object({ error: z.unknown() })

/**
 * What a refusal of Graph is called: the most specific known code of the nested ones, else the outermost as it came. The message is
 * not looked at (it may change at any time) and not kept (it may quote a mail).
 */
export function codeOfAnswer(text: string): string {
  const codes: string[] = []
  let level: unknown = envelopeIn(text)
  for (let depth = 0; depth < 8 && level !== undefined; depth++) {
    const read = Inner.safeParse(level)
    if (!read.success) break
    if (read.data.code) codes.push(read.data.code)
    level = read.data.innerError ?? read.data.innererror
  }
  const found = codes
    .toReversed()
    .map((code) => spelling.get(plain(code)))
    .find((code) => code !== undefined)
  return found ?? codes[0]?.slice(0, 100) ?? 'unexpected_answer'
}

function envelopeIn(text: string): unknown {
  try {
    return Envelope.parse(JSON.parse(text)).error
  } catch {
    return undefined
  }
}

const has = (error: unknown, ...codes: GraphCode[]): error is VendorError =>
  error instanceof VendorError && error.vendor === 'graph' && codes.some((code) => code === error.code)

/** The message or folder is not there (any more): a stale or foreign id often answers 400 instead of 404 (decision 12). */
export const isGone = (error: unknown): boolean =>
  has(error, 'ErrorItemNotFound', 'ErrorFolderNotFound', 'ErrorInvalidIdMalformed') ||
  (error instanceof VendorError && error.vendor === 'graph' && error.status === 404 && !isMailboxUnavailable(error))

/** 409 or 400: the code decides, not the status. */
export const isFolderExists = (error: unknown): boolean => has(error, 'ErrorFolderExists')

/** The delta link is too old, or was handed out by another service than the one that is configured: begin again by date. */
export const isSyncStateGone = (error: unknown): boolean =>
  (error instanceof VendorError && error.vendor === 'graph' && error.code === 'foreign_link') ||
  has(error, 'SyncStateNotFound', 'ResyncRequired') ||
  (error instanceof VendorError && error.vendor === 'graph' && error.status === 410)

export const isUnauthorized = (error: unknown): boolean =>
  error instanceof VendorError && error.vendor === 'graph' && error.status === 401

/** Inactive, soft-deleted or on-premise. `MailboxInfoStale` and a mailbox that is being moved are transient and not meant. */
export const isMailboxUnavailable = (error: unknown): boolean =>
  has(error, 'MailboxNotEnabledForRESTAPI', 'ErrorNonExistentMailbox')

/** The same, for the very first mail call after a sign-in, where two more codes can mean nothing else. */
export const isProbeRefused = (error: unknown): boolean =>
  isMailboxUnavailable(error) || (has(error, 'ExtensionError', 'ResourceNotFound') && !error.transient)
