import { z } from 'zod'
import { resourceMissing } from '../stripe-errors.ts'
import type { StripeEvent } from '../stripe-objects.ts'
import { type ApiCall, listRoute, type Route, route } from './route-definition.ts'
import { integer, noParams, text } from './param-schemas.ts'

/** Stripe returns events of the last 30 days (https://docs.stripe.com/api/events). */
const RETENTION_SECONDS = 30 * 86_400

const createdFilter = z.union([
  integer(),
  z.strictObject({
    gt: integer().optional(),
    gte: integer().optional(),
    lt: integer().optional(),
    lte: integer().optional(),
  }),
])
const ListParams = z.strictObject({
  type: text().optional(),
  types: z.array(text()).max(20).optional(),
  created: createdFilter.optional(),
})

export const eventRoutes: readonly Route[] = [
  listRoute('/v1/events', 'events', ListParams, (call, { type, types, created }) =>
    retainedEvents(call)
      .filter((event) => type === undefined || matchesType(event.type, type))
      .filter((event) => types === undefined || types.some((each) => matchesType(event.type, each)))
      .filter((event) => created === undefined || isWithin(event.created, created))
      .toReversed(),
  ),
  route(['GET', '/v1/events/:id'], 'events', noParams(), (call, _, id = '') => {
    const event = retainedEvents(call).find((each) => each.id === id)
    if (!event) throw resourceMissing('event', id)
    return event
  }),
]

function retainedEvents({ sandbox, now }: ApiCall): StripeEvent[] {
  return [...sandbox.stripe.events.values()].filter(({ created }) => created > now - RETENTION_SECONDS)
}

/** `invoice.*` matches every event type with that prefix. */
function matchesType(type: string, wanted: string): boolean {
  return wanted.endsWith('.*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted
}

function isWithin(created: number, range: z.infer<typeof createdFilter>): boolean {
  if (typeof range === 'number') return created === range
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = range
  return created > gt && created >= gte && created < lt && created <= lte
}
