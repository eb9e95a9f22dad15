import { QueryClient } from '@tanstack/react-query'
import { fetchBackoffMaxMs, fetchRetries } from '../../contract/limits.ts'
import { queryStaleMs } from '../limits.ts'
import { isPermanent } from './api-error.ts'

export const createQueryClient = () =>
  new QueryClient({
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
