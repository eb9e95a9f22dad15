/** `PidTagMessageClass`. */
export const messageClassId = 'String 0x001A'

interface EventMessage {
  odataType: string
  messageClass: string
}

const request = { odataType: '#microsoft.graph.eventMessageRequest', messageClass: 'IPM.Schedule.Meeting.Request' }
const cancellation = { odataType: '#microsoft.graph.eventMessage', messageClass: 'IPM.Schedule.Meeting.Canceled' }
const responseAs = (kind: string): EventMessage => ({
  odataType: '#microsoft.graph.eventMessageResponse',
  messageClass: `IPM.Schedule.Meeting.Resp.${kind}`,
})
const responses = new Map([
  ['ACCEPTED', responseAs('Pos')],
  ['DECLINED', responseAs('Neg')],
])

/**
 * The message that Exchange makes of a calendar, by its method (RFC 5546); null where it stays a file. See
 * https://learn.microsoft.com/graph/api/resources/eventmessage and [MS-OXCICAL], 2.1.3.1.1.1.
 * @param method parameter of the content type; the calendar's own where it has none
 */
export function eventMessageOf(calendar: string, method?: string): EventMessage | null {
  const unfolded = calendar.replace(/\r?\n[ \t]/g, '')
  switch ((method ?? /^METHOD:\s*(\w+)/im.exec(unfolded)?.[1])?.toUpperCase()) {
    case 'REQUEST':
      return request
    case 'CANCEL':
      return cancellation
    case 'REPLY':
    case 'COUNTER':
      return responses.get(/^ATTENDEE\b[^\n]*PARTSTAT=(\w+)/im.exec(unfolded)?.[1] ?? '') ?? responseAs('Tent')
    default:
      return null
  }
}
