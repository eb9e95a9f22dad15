import type { Message } from '../model.ts'
import { writeMime } from '../send/write-mime.ts'
import { bodyOf } from './request-body.ts'
import { type GraphAnswer, type GraphCall, graphBase, READ, type Route } from './graph-call.ts'
import { GraphError } from './errors.ts'
import { messageOf } from './find-by-id.ts'
import { TranslateIds } from './schemas.ts'

const MAX_IDS = 1000

function mimeOf(message: Message): Uint8Array {
  return message.raw ?? writeMime(message)
}

function getMime(call: GraphCall): GraphAnswer {
  const message = messageOf(call, call.params.message ?? '')
  return { status: 200, headers: { 'Content-Type': 'text/plain' }, bytes: mimeOf(message) }
}

/** Translates between mutable and immutable ids. Unknown ids have no target in the result. */
function translate(call: GraphCall): GraphAnswer {
  const { inputIds, sourceIdType, targetIdType } = bodyOf(call, TranslateIds, 'microsoft.graph.translateExchangeIds')
  if (inputIds.length > MAX_IDS) {
    throw new GraphError(400, 'ErrorInvalidParameter', `At most ${MAX_IDS} ids can be translated in one call.`)
  }
  const { messages, byRestId } = call.mailbox
  const value = inputIds.map((sourceId) => {
    const message = sourceIdType === 'restImmutableEntryId' ? messages.get(sourceId) : byRestId.get(sourceId)
    if (!message || !sourceIdType.startsWith('rest') || !targetIdType.startsWith('rest')) {
      const errorDetails = { code: 'ErrorInvalidIdMalformed', message: 'The id could not be translated.' }
      return { sourceId, targetId: null, errorDetails }
    }
    return { sourceId, targetId: targetIdType === 'restImmutableEntryId' ? message.immutableId : message.restId }
  })
  const context = `${graphBase(call.request)}/$metadata#Collection(microsoft.graph.convertIdResult)`
  return { status: 200, body: { '@odata.context': context, value } }
}

function categories(call: GraphCall): GraphAnswer {
  const value = call.mailbox.categories.map(({ displayName, color }, place) => ({
    id: `category-${place}`,
    displayName,
    color,
  }))
  const context = `${graphBase(call.request)}/$metadata#users('${call.mailbox.account.id}')/outlook/masterCategories`
  return { status: 200, body: { '@odata.context': context, value } }
}

export const mimeAndIdRoutes: readonly Route[] = [
  { method: 'GET', pattern: 'me/messages/:message/$value', scopes: READ, mail: true, run: getMime },
  {
    method: 'POST',
    pattern: 'me/translateExchangeIds',
    scopes: ['User.Read', 'Mail.Read', 'Mail.ReadWrite'],
    mail: true,
    run: translate,
  },
  {
    method: 'GET',
    pattern: 'me/outlook/masterCategories',
    scopes: ['MailboxSettings.Read', 'MailboxSettings.ReadWrite'],
    mail: true,
    run: categories,
  },
]
