import { QueryClient } from '@tanstack/react-query'
import { fetchBackoffMaxMs, fetchRetries } from '../../contract/limits.ts'
import { isFinal } from './api-error.ts'

export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        retry: (failures, error) => failures < fetchRetries && !isFinal(error),
        retryDelay: (attempt) => Math.min(1000 * 2 ** attempt, fetchBackoffMaxMs),
        staleTime: 15_000,
        // A sandbox on this machine answers without any network; waiting for one would look like hanging.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })
