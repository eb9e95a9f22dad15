import { comparator, type Filter, FilterError, parseFilter, parseOrderBy } from '../../kit/odata.ts'
import type { GraphCall } from './graph-call.ts'
import { badRequest, GraphError } from './errors.ts'

const inefficient = () =>
  new GraphError(400, 'InefficientFilter', 'The restriction or sort order is too complex for this operation.')

/** Properties of `$orderby` have to come first in the filter, in the same order. */
function checkOrder(filter: { properties: string[] } | null, ordered: string[]): void {
  if (!filter) return
  const filtered = [...new Set(filter.properties)]
  if (ordered.some((property, place) => filtered[place] !== property)) throw inefficient()
}

type Query<Item> = {
  filter: Filter<Item> | null
  compare: ((a: Item, b: Item) => number) | null
  search: string | null
}

export function readQuery<Item>(
  call: GraphCall,
  known: ReadonlySet<string>,
  read: (item: Item, property: string) => unknown,
): Query<Item> {
  const { query } = call.request
  const filterText = query.get('$filter')
  const orderText = query.get('$orderby')
  const search = query.get('$search')
  if (search !== null && (filterText !== null || orderText !== null)) {
    throw new GraphError(
      400,
      'SearchWithFilter',
      "The query parameter '$filter' or '$orderby' is not supported when $search is used.",
    )
  }
  try {
    const filter = filterText === null ? null : parseFilter(filterText, known, read)
    const ordering = orderText === null ? null : parseOrderBy(orderText, known)
    checkOrder(
      filter,
      (ordering ?? []).map(({ property }) => property),
    )
    return { filter, compare: ordering && comparator(ordering, read), search }
  } catch (error) {
    if (error instanceof FilterError) throw badRequest(error.message)
    throw error
  }
}

export function filtered(call: GraphCall, known: ReadonlySet<string>, items: Record<string, unknown>[]) {
  const { filter, compare } = readQuery<Record<string, unknown>>(call, known, (item, name) => item[name])
  const left = filter ? items.filter((item) => filter.matches(item)) : items
  return compare ? left.toSorted(compare) : left
}
