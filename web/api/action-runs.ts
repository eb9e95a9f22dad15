import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { ActionRun } from '../../contract/action-runs.ts'
import { DryRun, FailedRunCount } from '../../contract/functions/action-runs.ts'
import { ProcessingLog } from '../../contract/tables.ts'
import { callFunction } from './call-function.ts'
import { logKeys } from './query-keys.ts'
import { dataOf, tables } from './tables.ts'

const columns =
  'id,log_id,mailbox_id,folder_action_id,action_type,action_order,status,reason,effects,note,created_at,ended_at'

/** Runs of a message's actions, in order. Shares the history's key prefix, so both are invalidated together. */
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

/** Failed runs of a mailbox, or of all. Shares the history's key prefix: each change of a run may change it. */
export const failedRunsQuery = (mailboxId: string | undefined) =>
  queryOptions({
    queryKey: [...logKeys.pages, 'failed', mailboxId ?? 'all'],
    queryFn: () => callFunction('action-runs', { action: 'failed', ...ofMailbox(mailboxId) }, FailedRunCount),
  })

const Retried = z.object({ retried: z.int() })

export function useRetryFailedRuns(mailboxId: string | undefined) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => callFunction('action-runs', { action: 'retry-failed', ...ofMailbox(mailboxId) }, Retried),
    onSettled: () => void client.invalidateQueries({ queryKey: logKeys.pages }),
  })
}

const ofMailbox = (mailboxId: string | undefined) => (mailboxId === undefined ? {} : { mailboxId })

const Tested = z.object({ test: DryRun })

interface DryRunInput {
  config: Record<string, unknown>
  /** Undefined: the newest message in the action's folder. */
  logId: string | undefined
}

/** Dry run of an action on a message, with a configuration that may be unsaved. */
export const useDryRun = (at: { folderId: string; actionId: string }) =>
  useMutation({
    mutationFn: async (input: DryRunInput): Promise<DryRun> =>
      (await callFunction('action-runs', { action: 'test', ...at, ...input }, Tested)).test,
  })

const TestMessage = ProcessingLog.pick({
  id: true,
  subject: true,
  from_address: true,
  from_name: true,
  processed_at: true,
})
export type TestMessage = z.infer<typeof TestMessage>

const testMessagesShown = 10

/** Newest messages of a folder, newest first. Fetched each time the dialog opens and not refetched while it is open. */
export const testMessagesQuery = (folderId: string) =>
  queryOptions({
    queryKey: ['test-mails', folderId],
    staleTime: Infinity,
    gcTime: 0,
    queryFn: async ({ signal }): Promise<TestMessage[]> =>
      TestMessage.array().parse(
        dataOf(
          await tables
            .from('email_processing_logs')
            .select('id,subject,from_address,from_name,processed_at')
            .eq('target_folder_id', folderId)
            .eq('status', 'processed')
            .order('processed_at', { ascending: false })
            .order('id', { ascending: false })
            .limit(testMessagesShown)
            .abortSignal(signal),
        ),
      ),
  })
