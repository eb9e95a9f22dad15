import type { MailboxClient } from '../mailbox/mailbox-client.ts'
import { countEffects, createDraft, effectRequestOptions, findDraft, readDraft, writeDraft } from './graph-drafts.ts'
import { hasStatus, isChanged, isNotFound, orNotThere, withResults } from './graph-error.ts'
import type { GraphTransport } from './graph-transport.ts'

export const effectCalls = (graph: GraphTransport): MailboxClient['effect'] => ({
  find: (wanted) => findDraft(graph, wanted),
  count: (effectId) => countEffects(graph, effectId),
  read: (id) => readDraft(graph, id),
  create: (kind, of) => orNotThere(createDraft(graph, kind, of)),
  write: (change) => withResults(writeDraft(graph, change), ['changed', isChanged], ['not-there', isNotFound]),
  async send(id) {
    const path = `/me/messages/${encodeURIComponent(id)}/send`
    const sending = graph.call({ method: 'POST', path, ...effectRequestOptions.forward })
    const isForbidden = (error: unknown): boolean => hasStatus(error, 403)
    return (await withResults(sending, ['not-allowed', isForbidden], ['not-there', isNotFound])) ?? 'accepted'
  },
})
