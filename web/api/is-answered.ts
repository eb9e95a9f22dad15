import type { UseQueryResult } from '@tanstack/react-query'

/**
 * Whether a query has data or has failed once, so that the page does not wait for retries. Unlike `!isPending`, it
 * stays true while a failed query is read again: the page keeps what it shows, and what the user types in it.
 */
export const isAnswered = ({ isFetched, failureCount }: Pick<UseQueryResult, 'isFetched' | 'failureCount'>): boolean =>
  isFetched || failureCount > 0
