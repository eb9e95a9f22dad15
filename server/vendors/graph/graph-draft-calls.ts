import { countEffects, createReply, findDraft, writeDraft } from './graph-drafts.ts'
import type { DraftKind, Draft } from '../mailbox/draft.ts'
import { createForward, getDraft, sendDraft, writeForward } from './graph-forwards.ts'
import type { GraphTransport } from './graph-transport.ts'

/** Draft operations. Creating and sending are not idempotent: look for the draft before a retry. */
export interface DraftCalls {
  findDraft(token: string, wanted: { effectId: string; kind: DraftKind }): Promise<Draft | null>
  countEffects(token: string, effectId: string): Promise<number>
  getDraft(token: string, id: string): Promise<Draft | null>
  createReply(token: string, reply: { messageId: string; effectId: string }): Promise<Draft>
  writeDraft(
    token: string,
    change: { draft: Pick<Draft, 'id' | 'etag'>; effectId: string; html: string },
  ): Promise<void>
  createForward(token: string, forward: { messageId: string; effectId: string }): Promise<Draft>
  writeForward(
    token: string,
    change: { draft: Pick<Draft, 'id' | 'etag'>; effectId: string; html: string | null; address: string },
  ): Promise<Draft>
  sendDraft(token: string, id: string): Promise<void>
}

export const draftCalls = (graph: GraphTransport): DraftCalls => ({
  findDraft: (token, wanted) => findDraft(graph, token, wanted),
  countEffects: (token, effectId) => countEffects(graph, token, effectId),
  getDraft: (token, id) => getDraft(graph, token, id),
  createReply: (token, reply) => createReply(graph, token, reply),
  writeDraft: (token, change) => writeDraft(graph, token, change),
  createForward: (token, forward) => createForward(graph, token, forward),
  writeForward: (token, change) => writeForward(graph, token, change),
  sendDraft: (token, id) => sendDraft(graph, token, id),
})
