import { z } from 'zod'
import type { FaultRule } from '../../kit/faults.ts'

/** A named fault: the body of `POST /control/faults`. */
export const NamedFault = z.strictObject({
  id: z.string().optional(),
  match: z
    .strictObject({
      mailbox: z.string().optional(),
      method: z.string().optional(),
      path: z.string().optional(),
      scope: z.enum(['graph', 'entra', 'delivery']).optional(),
    })
    .default({}),
  action: z.string(),
  options: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).default({}),
  times: z.number().int().min(1).optional(),
  forSeconds: z.number().min(0).optional(),
  probability: z.number().min(0).max(1).optional(),
  after: z.boolean().optional(),
})
export type NamedFault = z.infer<typeof NamedFault>
type Options = NamedFault['options']
type Effect = Partial<FaultRule> & { service?: 'graph' | 'entra' | 'graph-notify' | 'graph-deliver' | 'graph-validate' }

const text = (value: unknown) => (typeof value === 'string' ? value : undefined)
const number = (value: unknown) => (typeof value === 'number' ? value : undefined)
const waitOf = ({ retryAfter }: Options) => (typeof retryAfter === 'boolean' ? undefined : (retryAfter ?? undefined))

function graph(status: number, error: string, message: string, options: Options = {}): Effect {
  return {
    status,
    error: text(options.code) ?? error,
    message: text(options.message) ?? message,
    retryAfter: waitOf(options),
  }
}

/** `error` is the AADSTS number. Personal accounts get 70000 for every revocation. */
function entra(status: number, aadsts: string): Effect {
  return { service: 'entra', method: 'POST', path: '/oauth2/v2\\.0/token', status, error: aadsts }
}

const OLD_TEXT = 'REST API is not yet supported for this mailbox.'
const NEW_TEXT = 'The mailbox is either inactive, soft-deleted, or is hosted on-premise.'
const ONE_MESSAGE = '^/v1\\.0/me/(?:mailFolders/[^/]+/)?messages/[^/?]+(?:\\?|$)'

const EFFECTS: Record<string, (options: Options) => Effect> = {
  throttle: (options) => ({
    ...graph(429, 'TooManyRequests', 'Please retry again later.', options),
    retryAfter: options.retryAfter === null ? null : (waitOf(options) ?? 1),
  }),
  unavailable: (options) => graph(503, 'ServiceUnavailable', 'The service is temporarily unavailable.', options),
  gatewayTimeout: (options) => ({ ...graph(504, 'UnknownError', ''), delayMs: number(options.delayMs) }),
  hang: ({ how }) => (how === 'reset' ? { drop: true } : { action: how === 'cut' || how === 'drip' ? how : 'hang' }),
  serverError: ({ status }) =>
    status === 502 ? { status: 502 } : graph(500, 'ErrorInternalServerError', 'An internal server error occurred.'),
  tokenExpired: () => graph(401, 'InvalidAuthenticationToken', 'Access token has expired or is not yet valid.'),
  consentRevoked: () => entra(400, '65001'),
  sessionsRevoked: () => entra(400, '50173'),
  mfaRequired: () => entra(400, '50076'),
  caBlocked: () => entra(400, '53003'),
  userDisabled: () => entra(400, '50057'),
  clientSecretExpired: () => entra(401, '7000222'),
  entraDown: () => entra(503, '90033'),
  refreshTokenLost: () => ({
    service: 'entra',
    method: 'POST',
    path: '/oauth2/v2\\.0/token',
    action: 'refreshTokenLost',
  }),
  mailboxUnavailable: (options) => {
    if (options.code === 'ErrorNonExistentMailbox')
      return graph(404, 'ErrorNonExistentMailbox', 'The SMTP address has no mailbox associated with it.')
    if (options.code === 'extensionError') return graph(404, 'extensionError', 'The mailbox cannot be reached.')
    return graph(404, 'MailboxNotEnabledForRESTAPI', options.text === 'old' ? OLD_TEXT : NEW_TEXT)
  },
  mailboxInfoStale: () => graph(503, 'MailboxInfoStale', "Target resource is currently on backend 'Unknown'."),
  mailboxMoving: ({ status }) =>
    graph(number(status) ?? 503, 'ErrorMailboxMoveInProgress', 'The mailbox is being moved.'),
  mailboxFull: ({ onReads }) => ({
    method: onReads ? undefined : 'POST',
    ...graph(507, 'ErrorQuotaExceeded', "The user's mailbox is full."),
  }),
  accessDenied: () => graph(403, 'ErrorAccessDenied', 'Access is denied. Check credentials and try again.'),
  duplicateNotification: ({ copies, delayMs }) => ({
    service: 'graph-notify',
    duplicate: number(copies) ?? 1,
    options: { spacingMs: number(delayMs) ?? 40 },
  }),
  dropNotification: ({ missed }) => ({ service: 'graph-notify', drop: true, options: { missed: missed === true } }),
  reorderNotifications: ({ holdMs }) => ({
    service: 'graph-notify',
    action: 'reorder',
    options: { holdMs: number(holdMs) ?? 200 },
  }),
  delayNotification: ({ delayMs }) => ({ service: 'graph-notify', delayMs: number(delayMs) ?? 180_000 }),
  refuseDelivery: ({ status }) => ({ service: 'graph-deliver', status: number(status) ?? 500 }),
  validationFailure: ({ how }) => ({ service: 'graph-validate', action: text(how) ?? 'twice' }),
  deltaGone: ({ status }) => ({
    path: 'delta',
    ...graph(number(status) ?? 410, 'SyncStateNotFound', 'The sync state generation is not found.'),
  }),
  messageMovedBeforeFetch: ({ folder }) => ({
    method: 'GET',
    path: ONE_MESSAGE,
    action: 'moveMessage',
    options: { folder: text(folder) ?? 'archive' },
  }),
  messageDeletedBeforeFetch: () => ({ method: 'GET', path: ONE_MESSAGE, action: 'removeMessage' }),
  messageLateVisible: () => ({
    method: 'GET',
    path: ONE_MESSAGE,
    ...graph(404, 'ErrorItemNotFound', 'The specified object was not found in the store.'),
  }),
  messageChangedMeanwhile: () => ({ path: ONE_MESSAGE, action: 'changeMessage' }),
  folderNameTaken: () => ({ method: 'POST', path: '(?:mailFolders|childFolders)$', action: 'takeFolderName' }),
  folderDeleted: ({ gone }) => ({
    method: 'POST',
    path: '/move$',
    action: gone ? 'removeDestination' : 'deleteDestination',
  }),
  pagingFailure: ({ how }) => ({
    method: 'GET',
    action: how === 'repeat' ? 'repeatPage' : how === 'expired' ? 'expireNextLink' : 'emptyPage',
  }),
  clockSkew: ({ seconds }) => ({ action: 'clockSkew', options: { seconds: number(seconds) ?? 300 } }),
  schemaDrift: () => ({ action: 'schemaDrift' }),
  uploadCut: () => ({ method: 'PUT', path: '/AttachmentSessions', action: 'uploadCut' }),
  afterEffect: ({ status }) => ({
    method: 'POST',
    when: 'after',
    ...(number(status) ? { status: number(status) } : { drop: true }),
  }),
}

export const FAULT_NAMES: readonly string[] = Object.keys(EFFECTS)

const SERVICES = { graph: 'graph', entra: 'entra', delivery: 'graph-notify' } as const

/** The rule of a named fault; null for an unknown name. */
export function ruleOf(fault: NamedFault): FaultRule | null {
  const effect = EFFECTS[fault.action]?.(fault.options)
  if (!effect) return null
  const { match, id, times, forSeconds, probability, after } = fault
  const service = match.scope ? SERVICES[match.scope] : 'graph'
  return {
    service,
    when: after ? 'after' : 'before',
    path: '',
    ...effect,
    ...(match.path === undefined ? {} : { path: match.path }),
    ...(match.method === undefined ? {} : { method: match.method }),
    mailbox: match.mailbox,
    id,
    times,
    forSeconds,
    probability,
    name: fault.action,
  }
}
