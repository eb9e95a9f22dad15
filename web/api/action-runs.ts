import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { ActionRun } from '../../contract/action-runs.ts'
import { TestRun } from '../../contract/functions/action-runs.ts'
import { ProcessingLog } from '../../contract/tables.ts'
import { callFunction } from './call-function.ts'
import { logKeys } from './logs.ts'
import { dataOf, tables } from './tables.ts'

const columns =
  'id,log_id,mailbox_id,folder_action_id,action_type,action_order,status,reason,effects,note,created_at,ended_at'

/** What the actions of its folder did to a mail, in their order. Below the history's key, so that it is read anew with it. */
export const actionRunsQuery = (logId: string) =>
  queryOptions({
    queryKey: [...logKeys.pages, 'runs', logId],
    queryFn: async ({ signal }): Promise<ActionRun[]> =>
      ActionRun.array().parse(
        dataOf(
          await tables
            .from('email_action_runs')
            .select(columns)
            .eq('log_id', logId)
            .order('action_order', { ascending: true })
            .order('created_at', { ascending: true })
            .abortSignal(signal),
        ),
      ),
  })

const Success = z.object({ success: z.literal(true) })

export function useRetryRun() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (runId: string) => callFunction('action-runs', { action: 'retry', runId }, Success),
    onSettled: () => void client.invalidateQueries({ queryKey: logKeys.pages }),
  })
}

const Tested = z.object({ test: TestRun })

/** @param logId undefined: the newest mail of the action's folder */
interface AskedTest {
  config: Record<string, unknown>
  logId: string | undefined
}

/** What an action would do to a mail, with a configuration that need not be saved. Nothing happens. */
export const useTestRun = (at: { folderId: string; actionId: string }) =>
  useMutation({
    mutationFn: async (asked: AskedTest): Promise<TestRun> =>
      (await callFunction('action-runs', { action: 'test', ...at, ...asked }, Tested)).test,
  })

const TestMail = ProcessingLog.pick({
  id: true,
  subject: true,
  from_address: true,
  from_name: true,
  processed_at: true,
})
export type TestMail = z.infer<typeof TestMail>

/** The last mails of a folder, the newest first. Read each time that a dialog opens, and steady while somebody chooses. */
export const testMailsQuery = (folderId: string) =>
  queryOptions({
    queryKey: ['test-mails', folderId],
    staleTime: Infinity,
    gcTime: 0,
    queryFn: async ({ signal }): Promise<TestMail[]> =>
      TestMail.array().parse(
        dataOf(
          await tables
            .from('email_processing_logs')
            .select('id,subject,from_address,from_name,processed_at')
            .eq('target_folder_id', folderId)
            .eq('status', 'processed')
            .order('processed_at', { ascending: false })
            .order('id', { ascending: false })
            .limit(10)
            .abortSignal(signal),
        ),
      ),
  })

const Paused = z.object({ paused: z.boolean() })
const pauseKey = (mailboxId: string) => ['actions-paused', mailboxId] as const

/** Whether all automated actions of a mailbox wait. */
export const actionsPausedQuery = (mailboxId: string) =>
  queryOptions({
    queryKey: pauseKey(mailboxId),
    queryFn: async (): Promise<boolean> =>
      (await callFunction('action-runs', { action: 'paused', mailboxId }, Paused)).paused,
  })

export function usePauseActions(mailboxId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (paused: boolean) =>
      callFunction('action-runs', { action: 'pause', mailboxId, paused }, z.union([Paused, Success])),
    onSuccess: (_, paused) => client.setQueryData(actionsPausedQuery(mailboxId).queryKey, paused),
    onSettled: () => void client.invalidateQueries({ queryKey: pauseKey(mailboxId) }),
  })
}
