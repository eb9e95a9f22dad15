import { z } from 'zod'

/** Microsoft's ids and secrets are printable ASCII. */
const printable = (max: number) => z.string().regex(new RegExp(`^[\\x21-\\x7e]{1,${max}}$`))

const Envelope = z.object({ value: z.array(z.unknown()) })
const Item = z.object({
  subscriptionId: printable(128),
  clientState: printable(128),
  changeType: z.string().optional(),
  lifecycleEvent: z.string().optional(),
  resourceData: z.object({ id: printable(512) }).optional(),
})

export type ChangeNotification = { subscriptionId: string; clientState: string } & (
  | { kind: 'message'; messageId: string }
  | { kind: 'lifecycle'; event: string }
)

/**
 * Parses each item on its own: an invalid one does not affect the others. Only ids are read; the message is always
 * fetched from Graph.
 * @returns null where the body is not a notification collection
 */
export function parseChangeNotifications(body: Buffer): { items: ChangeNotification[]; unreadable: number } | null {
  const envelope = Envelope.safeParse(parseOrNull(body))
  if (!envelope.success) return null
  const { value } = envelope.data
  const items = value.map(parseItem).filter((item) => item !== null)
  return { items, unreadable: value.length - items.length }
}

function parseItem(value: unknown): ChangeNotification | null {
  const read = Item.safeParse(value)
  if (!read.success) return null
  const { subscriptionId, clientState, lifecycleEvent, changeType, resourceData } = read.data
  const sender = { subscriptionId, clientState }
  if (lifecycleEvent !== undefined) return { ...sender, kind: 'lifecycle', event: lifecycleEvent }
  if (!resourceData || changeType !== 'created') return null
  return { ...sender, kind: 'message', messageId: resourceData.id }
}

function parseOrNull(body: Buffer): unknown {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    return value
  } catch {
    return null
  }
}
