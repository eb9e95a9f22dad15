import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { EmailAction } from '../../contract/functions/email-actions.ts'
import { ApiError } from './api-error.ts'
import { callFunction } from './call-function.ts'
import { planKeys } from './prompts.ts'
import { dataOf, tables } from './tables.ts'

const FolderAction = z.object({
  id: z.uuid(),
  folder_id: z.uuid(),
  action_id: z.uuid(),
  is_active: z.boolean(),
  action_order: z.int(),
  /** As saved; `contract/actions.ts` has the schema of each action type. */
  config: z.record(z.string(), z.unknown()),
  /** Incremented by each change of `config`. */
  config_version: z.int(),
  email_actions: EmailAction.extend({ action_type: z.string() }),
})
export type FolderAction = z.infer<typeof FolderAction>

const columns =
  'id,folder_id,action_id,is_active,action_order,config,config_version,' +
  'email_actions(id,name,description,action_type,coming_soon)'

const folderActionKeys = { of: (folderId: string) => ['folder-actions', folderId] } as const

export const folderActionsQuery = (folderId: string) =>
  queryOptions({
    queryKey: folderActionKeys.of(folderId),
    queryFn: async ({ signal }): Promise<FolderAction[]> =>
      FolderAction.array().parse(
        dataOf(
          await tables
            .from('email_folder_actions')
            .select(columns)
            .eq('folder_id', folderId)
            .order('action_order', { ascending: true })
            .order('id', { ascending: true })
            .abortSignal(signal),
        ),
      ),
  })

/** Number of actions of all folders of a mailbox. */
export const actionCountQuery = (mailboxId: string) =>
  queryOptions({
    queryKey: ['folder-action-count', mailboxId],
    queryFn: async ({ signal }): Promise<number> => {
      const answer = await tables
        .from('email_folder_actions')
        .select('id,email_folders!inner(mailbox_id)', { count: 'exact' })
        .eq('email_folders.mailbox_id', mailboxId)
        .limit(1)
        .abortSignal(signal)
      dataOf(answer)
      return answer.count ?? 0
    },
  })

/** An action whose settings are edited. */
export type EditedAction = Omit<FolderAction, 'id' | 'action_order'> & {
  /** Null before its first save, which adds it to the folder. */
  id: string | null
}

export function useRemoveFolderAction(folderId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (id: string): Promise<void> => {
      dataOf(await tables.from('email_folder_actions').delete().eq('id', id))
    },
    onSuccess: (_, id) =>
      client.setQueryData(folderActionsQuery(folderId).queryKey, (all) => all?.filter((each) => each.id !== id)),
    onSettled: () => void client.invalidateQueries({ queryKey: folderActionKeys.of(folderId) }),
  })
}

/** Optimistic update of the list, rolled back if the server rejects it. */
function useOptimisticActions<Change>(
  folderId: string,
  {
    optimistic,
    save,
  }: {
    optimistic: (all: readonly FolderAction[], change: Change) => FolderAction[]
    save: (change: Change) => Promise<unknown>
  },
) {
  const client = useQueryClient()
  const { queryKey } = folderActionsQuery(folderId)
  const mutationKey = [...queryKey, 'change']
  return useMutation({
    mutationKey,
    // Runs mutations one after the other: concurrent ones could be applied in another order.
    scope: { id: mutationKey.join('/') },
    mutationFn: save,
    onMutate: async (change: Change) => {
      await client.cancelQueries({ queryKey })
      const before = client.getQueryData(queryKey)
      if (before) client.setQueryData(queryKey, optimistic(before, change))
      return { before }
    },
    onError: (_error, _change, context) => {
      if (context?.before) client.setQueryData(queryKey, context.before)
    },
    // Refetches after the last pending mutation only: earlier, the server's state lacks the other changes.
    onSettled: async () => {
      if (client.isMutating({ mutationKey }) === 1) await client.invalidateQueries({ queryKey })
    },
  })
}

/** Selects the row: an update of a deleted action would otherwise succeed with zero rows. */
export const saveIsActive = async (id: string, is_active: boolean): Promise<unknown> =>
  dataOf(await tables.from('email_folder_actions').update({ is_active }).eq('id', id).select('id').single())

export const useSwitchFolderAction = (folderId: string) =>
  useOptimisticActions(folderId, {
    optimistic: (all, { id, is_active }: { id: string; is_active: boolean }) =>
      all.map((each) => (each.id === id ? { ...each, is_active } : each)),
    save: ({ id, is_active }) => saveIsActive(id, is_active),
  })

const Saved = z.object({ success: z.literal(true) })

/** Saves the order of the whole list, atomically. */
export const useOrderFolderActions = (folderId: string) =>
  useOptimisticActions(folderId, {
    optimistic: (_, ordered: readonly FolderAction[]) => ordered.map((each, at) => ({ ...each, action_order: at + 1 })),
    save: (ordered) =>
      callFunction(
        'email-actions',
        { action: 'order', folderId, actionIds: ordered.map(({ action_id }) => action_id) },
        Saved,
      ),
  })

const Available = z.object({ actions: EmailAction.array() })

/** All actions, including those with `coming_soon`. */
export const emailActionsQuery = queryOptions({
  queryKey: ['email-actions'],
  queryFn: async (): Promise<EmailAction[]> =>
    (await callFunction('email-actions', { action: 'list' }, Available)).actions,
})

/** The configuration was changed, or the action added, elsewhere since it was read, so nothing was saved. */
export const isConfigConflict = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'action_config_changed'

/** @returns null if it cannot be read now */
async function readAction({ folder_id, action_id }: EditedAction): Promise<FolderAction | null> {
  const key = { folder_id, action_id }
  const answer = await tables.from('email_folder_actions').select(columns).match(key).single()
  return answer.error ? null : FolderAction.parse(dataOf(answer))
}

interface ConfigChange {
  config: Record<string, unknown>
  /** Switches the action on with the same save. */
  activate: boolean
}

/**
 * Saves an action's configuration (optimistic locking by `config_version`), then reads the action again. The first save
 * adds the action.
 * @param action as it was read
 * @param onChanged called on a conflict with the action as saved elsewhere; null if it cannot be read now
 */
export function useConfigureAction(action: EditedAction, onChanged: (current: FolderAction | null) => void) {
  const { folder_id, action_id, config_version: configVersion } = action
  const client = useQueryClient()
  const { queryKey } = folderActionsQuery(folder_id)
  return useMutation({
    mutationFn: async ({ config, activate }: ConfigChange): Promise<FolderAction | null> => {
      const key = { folderId: folder_id, actionId: action_id }
      const input = { action: 'config', ...key, config, configVersion, ...(activate && { activate }) }
      await callFunction('email-actions', input, Saved)
      return readAction(action)
    },
    onError: async (error) => {
      if (isConfigConflict(error)) onChanged(await readAction(action))
    },
    onSuccess: (saved) => {
      // The stored plan and the status of the forward address depend on the configuration.
      void client.invalidateQueries({ queryKey: planKeys.of(folder_id, action_id) })
      void client.invalidateQueries({ queryKey: ['forward-addresses'] })
      if (!saved) return void client.invalidateQueries({ queryKey })
      client.setQueryData(queryKey, (all) =>
        all?.some(({ id }) => id === saved.id)
          ? all.map((each) => (each.id === saved.id ? saved : each))
          : all && [...all, saved],
      )
    },
  })
}
