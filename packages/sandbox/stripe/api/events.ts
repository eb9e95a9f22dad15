import { z } from 'zod'
import { noSuch } from '../errors.ts'
import type { StripeEvent } from '../model.ts'
import { type Call, listRoute, type Route, route } from './call.ts'
import { integer, nothing, text } from './params.ts'

/** Events can be asked for during thirty days. */
const KEPT_SECONDS = 30 * 86_400

const at = z.union([
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
  created: at.optional(),
})

export const eventRoutes: readonly Route[] = [
  listRoute('/v1/events', 'events', ListParams, (call, { type, types, created }) =>
    kept(call)
      .filter((event) => type === undefined || matches(event.type, type))
      .filter((event) => types === undefined || types.some((each) => matches(event.type, each)))
      .filter((event) => created === undefined || isWithin(event.created, created))
      .toReversed(),
  ),
  route(['GET', '/v1/events/:id'], 'events', nothing(), (call, _, id = '') => {
    const event = kept(call).find((each) => each.id === id)
    if (!event) throw noSuch('event', id)
    return event
  }),
]

function kept({ world, now }: Call): StripeEvent[] {
  return [...world.stripe.events.values()].filter(({ created }) => created > now - KEPT_SECONDS)
}

/** `invoice.*` stands for all of its kind. */
function matches(type: string, wanted: string): boolean {
  return wanted.endsWith('.*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted
}

function isWithin(created: number, range: z.infer<typeof at>): boolean {
  if (typeof range === 'number') return created === range
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = range
  return created > gt && created >= gte && created < lt && created <= lte
}
