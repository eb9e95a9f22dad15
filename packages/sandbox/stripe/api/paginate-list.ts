import { z } from 'zod'
import { invalidParam } from '../stripe-errors.ts'
import type { Rendered } from '../stripe-objects.ts'
import { integer, readParams, text } from './param-schemas.ts'

/** Parameters of every list (https://docs.stripe.com/api/pagination). */
const Cursors = z.strictObject({
  limit: integer()
    .refine((value) => value >= 1 && value <= 100, 'This value must be between 1 and 100.')
    .default(10),
  starting_after: text().optional(),
  ending_before: text().optional(),
})
export const CURSORS: readonly string[] = Object.keys(Cursors.shape)

/** Returns one page of a list that is sorted newest first. @throws StripeError 400 for an unknown cursor */
export function paginate(all: Rendered[], url: string, params: unknown): Rendered {
  const { limit, starting_after, ending_before } = readParams(Cursors, params)
  if (starting_after !== undefined && ending_before !== undefined) {
    throw invalidParam('starting_after', 'You cannot parameterize a query with both starting_after and ending_before')
  }
  if (ending_before !== undefined) {
    const end = indexOfCursor(all, ending_before, 'ending_before')
    const start = Math.max(0, end - limit)
    return { object: 'list', data: all.slice(start, end), has_more: start > 0, url }
  }
  const start = starting_after === undefined ? 0 : indexOfCursor(all, starting_after, 'starting_after') + 1
  const data = all.slice(start, start + limit)
  return { object: 'list', data, has_more: start + limit < all.length, url }
}

function indexOfCursor(all: Rendered[], id: string, param: string): number {
  const place = all.findIndex((each) => each.id === id)
  if (place < 0) throw invalidParam(param, `No such object: '${id}'`, 'resource_missing')
  return place
}
