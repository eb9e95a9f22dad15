import type { Attachment, Folder, Message } from '../model.ts'
import { RESERVED_NAMES } from '../well-known-folders.ts'
import { attachmentId, isIdOf, isWellFormedId } from '../ids.ts'
import type { GraphCall } from './graph-call.ts'
import { type GraphError, itemNotFound, malformedId } from './errors.ts'

/** Both forms of ids are accepted, independent of the Prefer header. They are case-sensitive. */
export function messageOf(call: GraphCall, id: string): Message {
  const { mailbox, sandbox } = call
  const message = mailbox.messages.get(id) ?? mailbox.byRestId.get(id)
  if (message && message.visibleFrom <= sandbox.clock.now()) return message
  throw missing(call, id)
}

export function folderOf(call: GraphCall, id: string): Folder {
  const { mailbox } = call
  const name = id.toLowerCase()
  const folder = mailbox.folders.get(id) ?? mailbox.wellKnown.get(name)
  if (folder) return folder
  if (RESERVED_NAMES.has(name)) throw itemNotFound()
  throw missing(call, id)
}

export function attachmentOf(message: Message, id: string): Attachment {
  const found = message.attachments.find(({ key }) => {
    return id === attachmentId(message.restId, key) || id === attachmentId(message.immutableId, key)
  })
  if (found) return found
  throw isWellFormedId(id.replace(/ABEgAQ.*$/, '')) ? itemNotFound() : malformedId()
}

function missing(call: GraphCall, id: string): GraphError {
  if (!isWellFormedId(id)) return malformedId()
  const foreign = !isIdOf(call.mailbox, id)
  return foreign && call.sandbox.config.foreignIdIs === 'ErrorInvalidIdMalformed' ? malformedId() : itemNotFound()
}
