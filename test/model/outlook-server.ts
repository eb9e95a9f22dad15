import { z } from 'zod'
import { connectMailbox } from '../../scripts/lib/product-client.ts'
import { mailJobs } from '../../server/mail/jobs.ts'
import type { App } from '../kit/start-app.ts'
import { trainedMailbox } from '../kit/trained-mailbox.ts'
import type { Effect, FaultName, ModelMailServer, NewsFault, ShownMailbox } from './model-mail-server.ts'

const faults: Record<FaultName, object> = {
  lostMoveResponse: { service: 'graph', method: 'POST', path: '/move$', when: 'after', status: 504, times: 2 },
  resetAfterMove: { service: 'graph', method: 'POST', path: '/move$', when: 'after', drop: true, times: 1 },
  reset: { service: 'graph', path: '', drop: true, times: 2 },
  unavailable: { service: 'graph', path: '', status: 503, times: 6 },
  throttled: { service: 'graph', path: '', status: 429, times: 2 },
  throttledFor: { service: 'graph', path: '', status: 429, retryAfter: 120, times: 2 },
  outage: { service: 'graph', path: '', status: 503 },
  lostSubscription: { service: 'graph', method: 'POST', path: '/subscriptions', when: 'after', status: 504, times: 1 },
  lostDraft: { service: 'graph', path: '/create(Reply|Forward)$', when: 'after', status: 504, times: 1 },
  resetAfterDraft: { service: 'graph', path: '/create(Reply|Forward)$', when: 'after', drop: true, times: 2 },
  failedDraft: { service: 'graph', path: '/createReply$', status: 503, times: 2 },
  lostText: { service: 'graph', method: 'PATCH', path: '/messages/', when: 'after', status: 504, times: 1 },
  lostSend: { service: 'graph', method: 'POST', path: '/send$', when: 'after', status: 504, times: 1 },
  resetBeforeSend: { service: 'graph', method: 'POST', path: '/send$', drop: true, times: 2 },
  tokenOutage: { service: 'entra', path: '/token', status: 503 },
  secretExpired: { service: 'entra', path: '/token', status: 401, error: '7000222' },
  lostPage: { service: 'graph', path: 'delta', when: 'after', drop: true, times: 1 },
}

/** What happens to a change notification: the fault by name. */
const newsFaults: Record<NewsFault, object> = {
  twice: { action: 'duplicateNotification', times: 1 },
  late: { action: 'delayNotification', options: { delayMs: 20 * 60_000 }, times: 1 },
  never: { action: 'dropNotification', times: 1 },
}

/** A mailbox of the sandbox's Outlook. */
export async function startOutlook(app: App): Promise<ModelMailServer> {
  const mailbox = await trainedMailbox(app)
  const { email, mailboxId, product } = mailbox
  const control = (method: string, path: string, body?: unknown) =>
    app.control(method, `/control/outlook/${email}${path}`, body)
  const addNamedFault = (fault: object) =>
    app.control('POST', '/control/faults', { match: { mailbox: email }, ...fault })
  return {
    mailbox,
    deliver: (mail) => mailbox.deliver(mail),
    move: (id, folder) => control('POST', `/messages/${id}/move`, { folder }),
    remove: (id, permanently) => control('DELETE', `/messages/${id}${permanently ? '?forGood=true' : ''}`),
    markRead: (id, isRead) => control('PATCH', `/messages/${id}`, { isRead }),
    setTags: (id, categories) => control('PATCH', `/messages/${id}`, { categories }),
    setFault: (name, skip) => app.faults({ mailbox: email, ...faults[name], skip }),
    // The change notifications name the messages.
    readNews: async () => undefined,
    disturbNews: (fault) => addNamedFault(newsFaults[fault]),
    endWatch: (action) => addNamedFault({ action }),
    endSignIn: (ended) => control('PUT', '/grant', { ended }),
    restoreSignIn: () => control('PUT', '/grant', { ended: null }),
    async connect(user) {
      await connectMailbox(product, user, email, { mailboxId, sending: true })
    },
    // A refresh calls Microsoft within a transaction, which would stay open here because the process lives on
    // (`test/torture/torture.long.test.ts` kills processes).
    beforeCrash: () => mailJobs['refresh-token'](app.ctx, { mailboxId }),
    confirmsSends: true,
    async observe() {
      const [messages, calls, subscriptions] = await Promise.all([
        control('GET', '/messages'),
        app.control('GET', `/control/log?mailbox=${encodeURIComponent(email)}`),
        app.control('GET', '/control/subscriptions'),
      ])
      return {
        ...splitMessages(Messages.parse(messages)),
        leftovers: [],
        subscriptions: Subscriptions.parse(subscriptions).filter(({ mailbox: of }) => of === email),
        ...ourCalls(Calls.parse(calls)),
        idOf: (id) => id,
      }
    },
  }
}

const Messages = z.array(
  z.object({
    id: z.string(),
    folder: z.string(),
    parentFolderId: z.string(),
    isDraft: z.boolean(),
    categories: z.array(z.string()),
    toRecipients: z.array(z.object({ emailAddress: z.object({ address: z.string() }) })),
    singleValueExtendedProperties: z.array(z.object({ value: z.string().nullable() })),
  }),
)
const Subscriptions = z.array(z.object({ id: z.string(), mailbox: z.string(), expirationDateTime: z.string() }))
const Calls = z.array(z.object({ service: z.string(), method: z.string(), path: z.string(), status: z.number() }))

const uuidLength = 36

/** An action marks what it creates with the id of its run. */
function splitMessages(messages: z.infer<typeof Messages>): Pick<ShownMailbox, 'messages' | 'effects'> {
  const byId: ShownMailbox['messages'] = new Map()
  const effects: Effect[] = []
  for (const { id, folder, parentFolderId, categories, isDraft, toRecipients, ...message } of messages) {
    const marker = message.singleValueExtendedProperties[0]?.value
    const to = toRecipients.map(({ emailAddress }) => emailAddress.address)
    const runId = marker?.slice(0, uuidLength)
    const isWritten = marker !== runId
    if (runId === undefined) byId.set(id, { folder, folderId: parentFolderId, tags: categories })
    else effects.push({ runId, id, isDraft, isWritten, to, version: [marker, isDraft, ...to].join() })
  }
  return { messages: byId, effects }
}

/** What we did in Outlook, by the journal of its calls. */
function ourCalls(
  all: z.infer<typeof Calls>,
): Pick<ShownMailbox, 'confirmedMoves' | 'uncertainMoves' | 'forbiddenCalls' | 'calls'> {
  const confirmedMoves = new Map<string, number>()
  const uncertainMoves = new Set<string>()
  const forbiddenCalls: string[] = []
  const calls = all.filter(({ service }) => service === 'graph')
  for (const { method, path, status } of calls) {
    const moved = /\/messages\/([^/?]+)\/move$/.exec(path)?.[1]
    if (moved !== undefined) {
      const id = decodeURIComponent(moved)
      if (status === 201) confirmedMoves.set(id, (confirmedMoves.get(id) ?? 0) + 1)
      else if (status === 0 || status === 504) uncertainMoves.add(id)
    } else if (!isAllowed(method, path)) forbiddenCalls.push(`${method} ${path}`)
  }
  return { confirmedMoves, uncertainMoves, forbiddenCalls, calls: calls.length }
}

const isAllowed = (method: string, path: string): boolean =>
  ['GET', 'PATCH'].includes(method) ||
  /\/subscriptions(\/|$)/.test(path) ||
  /\/messages\/[^/]+\/(createReply|createForward|send)$/.test(path) ||
  path.endsWith('/$batch')
