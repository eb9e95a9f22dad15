import { z } from 'zod'

/** Text that can be a key of ours: ids and secrets are printable ASCII; anything else could not come from Microsoft. */
const printable = (max: number) => z.string().regex(new RegExp(`^[\\x21-\\x7e]{1,${max}}$`))

const Envelope = z.object({ value: z.array(z.unknown()) })
const Item = z.object({
  subscriptionId: printable(128),
  clientState: printable(128),
  changeType: z.string().optional(),
  lifecycleEvent: z.string().optional(),
  resourceData: z.object({ id: printable(512) }).optional(),
})

export type Notification = { subscriptionId: string; clientState: string } & (
  | { kind: 'message'; messageId: string }
  | { kind: 'lifecycle'; event: string }
)

/**
 * The items of a post that can be meant for us, each for itself: a bad one does not spoil the rest. Only ids are read; what they stand
 * for is asked of Graph (checklist E3).
 * @returns null where the body is no notification at all
 */
export function readNotifications(body: Buffer): { items: Notification[]; unreadable: number } | null {
  const envelope = Envelope.safeParse(parseOrNull(body))
  if (!envelope.success) return null
  const { value } = envelope.data
  const items = value.map(readItem).filter((item) => item !== null)
  return { items, unreadable: value.length - items.length }
}

function readItem(value: unknown): Notification | null {
  const read = Item.safeParse(value)
  if (!read.success) return null
  const { subscriptionId, clientState, lifecycleEvent, changeType, resourceData } = read.data
  const from = { subscriptionId, clientState }
  if (lifecycleEvent !== undefined) return { ...from, kind: 'lifecycle', event: lifecycleEvent }
  if (!resourceData || changeType !== 'created') return null
  return { ...from, kind: 'message', messageId: resourceData.id }
}

function parseOrNull(body: Buffer): unknown {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    return value
  } catch {
    return null
  }
}
