import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  type FolderCondition,
  type FolderConditionsInput,
  FolderConditionsOutput,
} from '../../contract/functions/folder-conditions.ts'
import { callFunction } from './call-function.ts'
import { conditionKeys } from './query-keys.ts'

const name = 'folder-conditions'
/** All conditions of a mailbox, in the user's order. */
export const conditionsQuery = (mailboxId: string) =>
  queryOptions({
    queryKey: conditionKeys.of(mailboxId),
    queryFn: async (): Promise<FolderCondition[]> =>
      (await callFunction(name, { action: 'list', mailboxId }, FolderConditionsOutput)).conditions,
  })

type Without<Input, Key extends string> = Input extends unknown ? Omit<Input, Key> : never
type ConditionChange = Without<Exclude<FolderConditionsInput, { action: 'list' }>, 'mailboxId'>

/** Adds, removes or moves a condition. The server returns the whole list. */
export function useChangeConditions(mailboxId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (change: ConditionChange): Promise<FolderCondition[]> =>
      (await callFunction(name, { ...change, mailboxId }, FolderConditionsOutput)).conditions,
    onSuccess: (conditions) => client.setQueryData(conditionsQuery(mailboxId).queryKey, conditions),
  })
}
