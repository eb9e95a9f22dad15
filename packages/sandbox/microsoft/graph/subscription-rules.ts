import type { MicrosoftSandbox } from '../state.ts'
import type { Subscription } from '../notify/subscription-state.ts'
import type { GraphCall } from './graph-call.ts'
import { GraphError } from './errors.ts'
import type { SubscriptionBody } from './schemas.ts'
import { decodeOnce } from '../../kit/decode-once.ts'
import type { Folder, Mailbox } from '../model.ts'

/** The resource of a subscription. */
type Watched = { folder: Folder | null; canonical: string }

const SHAPE = /^\/?(?:me|users(?:\/([^/]+)|\('([^']+)'\)))(?:\/mailFolders(?:\/([^/]+)|\('([^']+)'\)))?\/messages$/i

/** Parses `me/mailFolders('inbox')/messages` in all spellings; null for anything but a mail resource. */
function readResource(mailbox: Mailbox, resource: string): Watched | 'not-mine' | 'no-folder' | null {
  const found = SHAPE.exec(decodeOnce(resource.split('?')[0] ?? ''))
  if (!found) return null
  const user = found[1] ?? found[2]
  const { id, userPrincipalName, email } = mailbox.account
  if (user !== undefined && ![id, userPrincipalName, email].some((name) => name.toLowerCase() === user.toLowerCase())) {
    return 'not-mine'
  }
  const name = found[3] ?? found[4]
  if (name === undefined) return { folder: null, canonical: 'messages' }
  const folder = mailbox.folders.get(name) ?? mailbox.wellKnown.get(name.toLowerCase())
  return folder ? { folder, canonical: `mailFolders/${folder.id}/messages` } : 'no-folder'
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,12})?)?(?:Z|[+-]\d\d:\d\d)$/
const LOOPBACK = /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?(?:\/|$)/
const MIN_LIFETIME_MS = 45 * 60_000

const invalid = (message: string) => new GraphError(400, 'InvalidRequest', message)

export function checkUrl(sandbox: MicrosoftSandbox, name: string, url: string): void {
  if (!URL.canParse(url)) throw invalid(`The ${name} is not a valid URL.`)
  if (url.startsWith('https://') || (sandbox.config.loopbackHttp && LOOPBACK.test(url))) return
  throw invalid(`The ${name} must start with https.`)
}

/** The requested expiry, at least 45 minutes from now. @throws GraphError for one in the past or too far away */
export function checkExpiry(sandbox: MicrosoftSandbox, text: string | undefined): number {
  if (text === undefined || !TIME.test(text)) {
    throw invalid('Subscription expirationDateTime is missing or not a valid UTC time.')
  }
  const { config, clock } = sandbox
  const wanted = Date.parse(text)
  if (wanted <= clock.now()) throw invalid('Subscription expirationDateTime must be in the future.')
  const maxMinutes = config.maxSubscriptionMinutes
  if (wanted > clock.now() + maxMinutes * 60_000) {
    throw new GraphError(
      400,
      config.tooFarCode,
      `Subscription expiration can only be ${maxMinutes} minutes in the future.`,
    )
  }
  return Math.max(wanted, clock.now() + MIN_LIFETIME_MS)
}

export function checkBody(sandbox: MicrosoftSandbox, body: SubscriptionBody): number {
  if (!/^(?:created|updated|deleted)(?:,(?:created|updated|deleted)){0,2}$/.test(body.changeType)) {
    throw invalid(`Invalid changeType '${body.changeType}'.`)
  }
  checkUrl(sandbox, 'notificationUrl', body.notificationUrl)
  if (body.lifecycleNotificationUrl !== undefined)
    checkUrl(sandbox, 'lifecycleNotificationUrl', body.lifecycleNotificationUrl)
  if ((body.clientState?.length ?? 0) > 128) throw invalid('clientState must not be longer than 128 characters.')
  if (body.includeResourceData) throw invalid('Notifications with resource data are not available in this sandbox.')
  return checkExpiry(sandbox, body.expirationDateTime)
}

export function checkResource(call: GraphCall, resource: string): Watched {
  const { mailbox, sandbox } = call
  const watched = readResource(mailbox, resource)
  if (watched === null) throw invalid(`Resource '${resource}' is not supported or not valid.`)
  if (watched === 'not-mine')
    throw new GraphError(403, 'ErrorAccessDenied', 'Access is denied. Check credentials and try again.')
  const { kind } = mailbox.account
  if (kind !== 'work' && kind !== 'personal') {
    const text =
      'Operation: Create; Exception: [Status Code: NotFound; ' +
      'Reason: The mailbox is either inactive, soft-deleted, or is hosted on-premise.]'
    throw sandbox.config.unlicensedSubscription === '404'
      ? new GraphError(
          404,
          'MailboxNotEnabledForRESTAPI',
          'The mailbox is either inactive, soft-deleted, or is hosted on-premise.',
        )
      : new GraphError(400, 'ExtensionError', text)
  }
  if (watched === 'no-folder')
    throw new GraphError(404, 'ErrorItemNotFound', 'The specified object was not found in the store.')
  return watched
}

export function checkScope({ token, sandbox }: GraphCall): void {
  const enough = sandbox.config.mailReadNeededToSubscribe
    ? ['Mail.Read']
    : ['Mail.Read', 'Mail.ReadWrite', 'Mail.ReadBasic']
  if (enough.some((scope) => token.scopes.has(scope))) return
  throw new GraphError(403, 'ErrorAccessDenied', 'Access is denied. Check credentials and try again.')
}

/** Refuses a duplicate subscription, and more than `maxSubscriptions` of one mailbox. */
export function checkOthers(call: GraphCall, body: SubscriptionBody, watched: Watched): void {
  const own = call.sandbox.subscriptions.byMailbox.get(call.mailbox) ?? new Set<Subscription>()
  const types = [...new Set(body.changeType.split(','))].sort().join(',')
  for (const other of own) {
    const sameTypes = [...other.changeTypes].sort().join(',') === types
    const sameResource = call.sandbox.config.sameResourceSpellings
      ? other.folder === watched.folder
      : other.resource === body.resource
    if (sameTypes && sameResource && other.applicationId === call.token.clientId) {
      throw new GraphError(
        409,
        'InvalidRequest',
        `Subscription Id ${other.id} already exists for the requested combination.`,
      )
    }
  }
  if (own.size >= call.sandbox.config.maxSubscriptions) {
    throw new GraphError(
      403,
      'Forbidden',
      'The maximum number of active subscriptions for this mailbox has been reached.',
    )
  }
}
