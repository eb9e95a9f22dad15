import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { AccountActivityOutput } from '../../contract/functions/account-activity.ts'
import { AccountExport } from '../../contract/functions/account-data.ts'
import { AccountSession } from '../../contract/functions/account-sessions.ts'
import { RecoveryCodesOutput } from '../../contract/functions/recovery-codes.ts'
import { accountKeys } from './account.ts'
import { AuthFailure } from './auth-failure.ts'
import { callFunction } from './call-function.ts'
import { authClient } from './session.ts'

const [CodesLeft, NewCodes] = RecoveryCodesOutput.options
const Sessions = z.object({ sessions: AccountSession.array() })
const Success = z.object({ success: z.literal(true) })

export const sessionsQuery = queryOptions({
  queryKey: accountKeys.sessions,
  queryFn: async () => (await callFunction('account-sessions', { action: 'list' }, Sessions)).sessions,
})

export const activityQuery = queryOptions({
  queryKey: accountKeys.activity,
  queryFn: async () => (await callFunction('account-activity', { action: 'list' }, AccountActivityOutput)).events,
})

export const recoveryCodesQuery = queryOptions({
  queryKey: accountKeys.recoveryCodes,
  queryFn: () => callFunction('recovery-codes', { action: 'status' }, CodesLeft),
})

/** Creates ten codes and invalidates the previous ones. The server returns them only in this response. */
export const createRecoveryCodes = async (): Promise<string[]> =>
  (await callFunction('recovery-codes', { action: 'create' }, NewCodes)).codes

/** Mutation: ends one session by its id, or all sessions except this one. */
export function useEndSessions() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (which: { sessionId: string } | 'others') => {
      if (which !== 'others') return callFunction('account-sessions', { action: 'end', ...which }, Success)
      const { error } = await (await authClient()).signOut({ scope: 'others' })
      if (error) throw new AuthFailure(error)
    },
    onSuccess: () => client.invalidateQueries({ queryKey: accountKeys.sessions }),
  })
}

/** All stored data of the account, as one JSON document. */
export const exportAccountData = (): Promise<AccountExport> =>
  callFunction('account-data', { action: 'export' }, AccountExport)

export const deleteAccount = async (): Promise<void> => {
  await callFunction('account-data', { action: 'delete' }, Success)
}
