import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type Query,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query'
import { isPermanent } from './api-error.ts'

const queryStaleMs = 15_000
const fetchRetries = 3
const fetchBackoffMaxMs = 30_000

export const createQueryClient = (): QueryClient =>
  new RereadingQueryClient({
    defaultOptions: {
      queries: {
        retry: (failures, error) => failures < fetchRetries && !isPermanent(error),
        retryDelay: (attempt) => Math.min(1000 * 2 ** attempt, fetchBackoffMaxMs),
        staleTime: queryStaleMs,
        // A server on localhost works offline; the default mode would wait for a network.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })

/**
 * Reads a query again that was invalidated during its first read: its response can be older than the change. TanStack
 * Query restarts only reads of a query that has data.
 */
class RereadingQueryClient extends QueryClient {
  readonly #changedDuringRead = new WeakSet<Query>()

  constructor(...config: ConstructorParameters<typeof QueryClient>) {
    super(...config)
    this.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated') return
      const { query, action } = event
      if (action.type === 'fetch') this.#changedDuringRead.delete(query)
      else if (action.type === 'success' && !action.manual && this.#changedDuringRead.delete(query))
        void super.invalidateQueries({ queryKey: query.queryKey, exact: true })
    })
  }

  override invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    // Without a refetch, the query polls at its own interval.
    if (filters?.refetchType !== 'none')
      for (const query of this.getQueryCache().findAll(filters))
        if (query.state.data === undefined && query.state.fetchStatus !== 'idle') this.#changedDuringRead.add(query)
    return super.invalidateQueries(filters, options)
  }
}
