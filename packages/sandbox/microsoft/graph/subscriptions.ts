import { graphTime } from '../../kit/clock.ts'
import { guidOf } from '../../kit/random.ts'
import { release } from '../notify/send-notification.ts'
import { scheduleLifecycle } from '../notify/lifecycle.ts'
import { addSubscription, removeSubscription, type Subscription } from '../notify/subscription-state.ts'
import { validationError } from '../notify/validate-address.ts'
import { bodyOf } from './request-body.ts'
import { ANY_SCOPE, type GraphAnswer, type GraphCall, graphBase, type Route } from './graph-call.ts'
import { GraphError } from './errors.ts'
import { collection, nextLink, pageSize, skipOf } from './paging.ts'
import { SubscriptionBody, UpdateSubscription } from './schemas.ts'
import { checkBody, checkExpiry, checkOthers, checkResource, checkScope, checkUrl } from './subscription-rules.ts'

const TYPE = 'microsoft.graph.subscription'

function render(subscription: Subscription, withState: boolean): Record<string, unknown> {
  return {
    id: subscription.id,
    resource: subscription.resource,
    applicationId: subscription.applicationId,
    changeType: subscription.changeType,
    clientState: withState ? subscription.clientState : null,
    notificationUrl: subscription.notificationUrl,
    notificationQueryOptions: null,
    lifecycleNotificationUrl: subscription.lifecycleNotificationUrl,
    expirationDateTime: graphTime(subscription.expiresAt),
    creatorId: subscription.mailbox.account.id,
    includeResourceData: null,
    latestSupportedTlsVersion: subscription.latestSupportedTlsVersion,
    encryptionCertificate: null,
    encryptionCertificateId: null,
    notificationUrlAppId: null,
  }
}

function answer(call: GraphCall, status: number, subscription: Subscription): GraphAnswer {
  const context = `${graphBase(call.request)}/$metadata#subscriptions/$entity`
  return { status, body: { '@odata.context': context, ...render(subscription, status === 201) } }
}

async function create(call: GraphCall): Promise<GraphAnswer> {
  const { sandbox, mailbox, token, prefer } = call
  const body = bodyOf(call, SubscriptionBody, TYPE)
  const expiresAt = checkBody(sandbox, body)
  const watched = checkResource(call, body.resource)
  checkScope(call)
  checkOthers(call, body, watched)
  await validate(call, body.notificationUrl)
  if (body.lifecycleNotificationUrl !== undefined) await validate(call, body.lifecycleNotificationUrl)
  // Checked again: a parallel call may have created the same subscription during the validation.
  checkOthers(call, body, watched)
  const now = sandbox.clock.now()
  const subscription: Subscription = {
    id: guidOf(`subscription ${sandbox.outlook.epoch} ${sandbox.subscriptions.counter++}`),
    applicationId: token.clientId,
    mailbox,
    grant: token.grant,
    changeType: body.changeType,
    changeTypes: new Set(body.changeType.split(',')),
    resource: body.resource,
    folder: watched.folder,
    notificationUrl: body.notificationUrl,
    lifecycleNotificationUrl: body.lifecycleNotificationUrl ?? null,
    clientState: body.clientState ?? null,
    latestSupportedTlsVersion: body.latestSupportedTlsVersion ?? 'v1_2',
    createdAt: now,
    expiresAt,
    immutableIds: prefer.immutableIds,
    heldSince: null,
    held: [],
    missed: false,
    reauthorizedAt: now,
  }
  addSubscription(sandbox.subscriptions, subscription)
  scheduleLifecycle(sandbox, subscription)
  return answer(call, 201, subscription)
}

async function validate({ sandbox, mailbox }: GraphCall, url: string): Promise<void> {
  const problem = await validationError(sandbox, url, mailbox.account.email)
  if (problem) throw new GraphError(400, sandbox.config.validationCode, problem)
}

/** A subscription of this application and user. Others are not found. */
function own(call: GraphCall): Subscription {
  const found = call.sandbox.subscriptions.byId.get(call.params.subscription ?? '')
  const mine = found?.mailbox === call.mailbox && found.applicationId === call.token.clientId
  if (found && mine && found.expiresAt > call.sandbox.clock.now()) return found
  throw new GraphError(404, 'ResourceNotFound', 'The object was not found.')
}

function list(call: GraphCall): GraphAnswer {
  const { subscriptions, config, clock } = call.sandbox
  const shownFrom = clock.now() - config.showExpiredSubscriptionsMs
  const live = [...(subscriptions.byMailbox.get(call.mailbox) ?? [])]
  const late = subscriptions.ended.filter(({ mailbox, expiresAt }) => mailbox === call.mailbox && expiresAt > shownFrom)
  const mine = [...live, ...late].filter(({ applicationId }) => applicationId === call.token.clientId)
  const [top, skip] = [call.request.query.has('$top') ? pageSize(call) : 100, skipOf(call)]
  const next = skip + top < mine.length ? nextLink(call, skip + top) : null
  const value = mine.slice(skip, skip + top).map((subscription) => render(subscription, false))
  return { status: 200, body: collection(call, 'subscriptions', value, next) }
}

async function renew(call: GraphCall): Promise<GraphAnswer> {
  const subscription = own(call)
  const { sandbox } = call
  const body = bodyOf(call, UpdateSubscription, TYPE)
  const expiresAt =
    body.expirationDateTime === undefined ? subscription.expiresAt : checkExpiry(sandbox, body.expirationDateTime)
  if (body.notificationUrl !== undefined && body.notificationUrl !== subscription.notificationUrl) {
    checkUrl(sandbox, 'notificationUrl', body.notificationUrl)
    await validate(call, body.notificationUrl)
    subscription.notificationUrl = body.notificationUrl
  }
  subscription.expiresAt = expiresAt
  authorizeAgain(call, subscription)
  scheduleLifecycle(sandbox, subscription)
  return answer(call, 200, subscription)
}

function authorizeAgain({ sandbox, token }: GraphCall, subscription: Subscription): void {
  subscription.grant = token.grant
  subscription.reauthorizedAt = sandbox.clock.now()
  release(sandbox, subscription)
}

function reauthorize(call: GraphCall): GraphAnswer {
  const subscription = own(call)
  if (call.token.grant.ended !== null) throw new GraphError(403, 'Forbidden', 'The grant behind the token has ended.')
  authorizeAgain(call, subscription)
  return { status: 204 }
}

function remove(call: GraphCall): GraphAnswer {
  removeSubscription(call.sandbox.subscriptions, own(call))
  return { status: 204 }
}

/** The limits of mail do not apply to subscriptions. */
const anyone = { scopes: ANY_SCOPE, mail: false }
const ONE = 'subscriptions/:subscription'

export const subscriptionRoutes: readonly Route[] = [
  { method: 'GET', pattern: 'subscriptions', ...anyone, run: list },
  { method: 'POST', pattern: 'subscriptions', ...anyone, run: create },
  { method: 'GET', pattern: ONE, ...anyone, run: (call) => answer(call, 200, own(call)) },
  { method: 'PATCH', pattern: ONE, ...anyone, run: renew },
  { method: 'DELETE', pattern: ONE, ...anyone, run: remove },
  { method: 'POST', pattern: `${ONE}/reauthorize`, ...anyone, run: reauthorize },
]
