import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import {
  Finding,
  NewerRelease,
  type OperatorServerInput,
  ServerOverview,
} from '../../contract/functions/operator-server.ts'
import { AccountLink, ManagedUsers, type OperatorUsersInput } from '../../contract/functions/operator-users.ts'
import { ApiError } from './api-error.ts'
import { callFunction } from './call-function.ts'

const Success = z.object({ success: z.literal(true) })
const Findings = z.object({ findings: z.array(Finding) })

const backupPollMs = 2000
const overviewPollMs = 30_000

/** For everyone but operators the page does not exist. */
export const isNoOperator = (error: unknown): boolean => error instanceof ApiError && error.code === 'not_found'

/** @param search a part of the address */
export const managedUsersQuery = (search: string, page: number) =>
  queryOptions({
    queryKey: ['operator', 'users', search, page],
    queryFn: ({ signal }) => callFunction('operator-users', { action: 'list', search, page }, ManagedUsers, signal),
    placeholderData: keepPreviousData,
    // A right that was withdrawn shows when the page is opened.
    staleTime: 0,
  })

export const serverOverviewQuery = queryOptions({
  queryKey: ['operator', 'server'],
  queryFn: ({ signal }) => callFunction('operator-server', { action: 'overview' }, ServerOverview, signal),
  staleTime: 0,
  refetchInterval: ({ state }) => {
    const job = state.data?.backups?.job
    return job === 'waiting' || job === 'running' ? backupPollMs : overviewPollMs
  },
})

/** The checks run when the operator asks for them; their result stays. */
export const findingsQuery = queryOptions({
  queryKey: ['operator', 'findings'],
  queryFn: async ({ signal }) =>
    (await callFunction('operator-server', { action: 'check' }, Findings, signal)).findings,
  enabled: false,
  retry: false,
  staleTime: Infinity,
})

/** A slow list of releases delays nothing else of the page. */
export const newerReleaseQuery = queryOptions({
  queryKey: ['operator', 'newer-release'],
  queryFn: async ({ signal }) =>
    (await callFunction('operator-server', { action: 'newer-release' }, NewerRelease, signal)).newer,
  retry: false,
  staleTime: Infinity,
})

type LinkRequest = Extract<OperatorUsersInput, { action: 'invite' | 'reset' }>
type UserChange = Exclude<OperatorUsersInput, { action: 'list' | 'invite' | 'reset' }>
export type ServerChange = Exclude<OperatorServerInput['action'], 'overview' | 'check' | 'newer-release'>

export const requestAccountLink = (request: LinkRequest): Promise<AccountLink> =>
  callFunction('operator-users', request, AccountLink)

export const changeUser = async (change: UserChange): Promise<void> => {
  await callFunction('operator-users', change, Success)
}

export function useRereadUsers(): () => Promise<void> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: ['operator', 'users'] })
}

export const changeServer = async (action: ServerChange): Promise<void> => {
  await callFunction('operator-server', { action }, Success)
}
