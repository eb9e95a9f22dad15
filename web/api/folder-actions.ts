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
  /** As it was saved; what each type makes of it stands in `contract/actions.ts`. */
  config: z.record(z.string(), z.unknown()),
  /** Rises with each other configuration. */
  config_version: z.int(),
  email_actions: EmailAction.extend({ action_type: z.string() }),
})
export type FolderAction = z.infer<typeof FolderAction>

const columns =
  'id,folder_id,action_id,is_active,action_order,config,config_version,email_actions(id,name,description,action_type,coming_soon)'

const folderActionKeys = { of: (folderId: string) => ['folder-actions', folderId] } as const

export const folderActionsQuery = (folderId: string) =>
  queryOptions({
    queryKey: folderActionKeys.of(folderId),
    // Another window may have changed them, of which nobody tells: who comes back here sees what is.
    refetchOnWindowFocus: 'always',
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

const Last = z.object({ action_order: z.int() }).array()

/** Puts an action at the end of the folder's list. */
export function useAddFolderAction(folderId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ actionId, config }: { actionId: string; config: object }): Promise<void> => {
      const last = Last.parse(
        dataOf(
          await tables
            .from('email_folder_actions')
            .select('action_order')
            .eq('folder_id', folderId)
            .order('action_order', { ascending: false })
            .limit(1),
        ),
      )
      const action_order = (last[0]?.action_order ?? 0) + 1
      const row = { folder_id: folderId, action_id: actionId, is_active: true, action_order, config }
      try {
        dataOf(await tables.from('email_folder_actions').insert(row).select('id').single())
      } catch (error) {
        // Added meanwhile in another window: what was asked for is there.
        if (!(error instanceof ApiError && error.code === '23505')) throw error
      }
    },
    onSettled: () => client.invalidateQueries({ queryKey: folderActionKeys.of(folderId) }),
  })
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

/** Switches an action or puts the list in another order: shown at once, taken back where the server refuses. */
function useOptimisticActions<Change>(
  folderId: string,
  {
    foresee,
    save,
  }: {
    foresee: (all: readonly FolderAction[], change: Change) => FolderAction[]
    save: (change: Change) => Promise<unknown>
  },
) {
  const client = useQueryClient()
  const { queryKey } = folderActionsQuery(folderId)
  const mutationKey = [...queryKey, 'change']
  return useMutation({
    mutationKey,
    // One after the other, in the order in which they were made: two that meet on the way would leave a mixture of both.
    scope: { id: mutationKey.join('/') },
    mutationFn: save,
    onMutate: async (change: Change) => {
      await client.cancelQueries({ queryKey })
      const before = client.getQueryData(queryKey)
      if (before) client.setQueryData(queryKey, foresee(before, change))
      return { before }
    },
    onError: (_error, _change, context) => {
      if (context?.before) client.setQueryData(queryKey, context.before)
    },
    // Read anew after the last of them: before that, what the server has is not yet what is shown.
    onSettled: async () => {
      if (client.isMutating({ mutationKey }) === 1) await client.invalidateQueries({ queryKey })
    },
  })
}

export const useSwitchFolderAction = (folderId: string) =>
  useOptimisticActions(folderId, {
    foresee: (all, { id, is_active }: { id: string; is_active: boolean }) =>
      all.map((each) => (each.id === id ? { ...each, is_active } : each)),
    // The row is asked back: an update of an action that is gone would otherwise look like a success.
    save: async ({ id, is_active }) =>
      dataOf(await tables.from('email_folder_actions').update({ is_active }).eq('id', id).select('id').single()),
  })

const Saved = z.object({ success: z.literal(true) })

/** Takes the list as it should be; saved whole or not at all. */
export const useOrderFolderActions = (folderId: string) =>
  useOptimisticActions(folderId, {
    foresee: (_, ordered: readonly FolderAction[]) => ordered.map((each, at) => ({ ...each, action_order: at + 1 })),
    save: (ordered) =>
      callFunction(
        'email-actions',
        { action: 'order', folderId, actionIds: ordered.map(({ action_id }) => action_id) },
        Saved,
      ),
  })

const Available = z.object({ actions: EmailAction.array() })

/** All actions that there are, those that are yet to come among them. */
export const emailActionsQuery = queryOptions({
  queryKey: ['email-actions'],
  queryFn: async (): Promise<EmailAction[]> =>
    (await callFunction('email-actions', { action: 'list' }, Available)).actions,
})

/** Another window has saved something else since it was read: nothing is saved. */
export const isChangedElsewhere = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'action_config_changed'

/** @returns null where it cannot be read right now */
async function readAction({ id }: FolderAction): Promise<FolderAction | null> {
  const answer = await tables.from('email_folder_actions').select(columns).eq('id', id).single()
  return answer.error ? null : FolderAction.parse(dataOf(answer))
}

/**
 * Saves how an action is set up, then reads the folder's action again.
 * @param action as it was read: where another window has saved something else since, nothing is saved
 * @param onChanged gets what that window has saved; null where it cannot be read right now
 */
export function useConfigureAction(action: FolderAction, onChanged: (now: FolderAction | null) => void) {
  const { folder_id, action_id, config_version: configVersion } = action
  const client = useQueryClient()
  const { queryKey } = folderActionsQuery(folder_id)
  return useMutation({
    mutationFn: async (config: Record<string, unknown>): Promise<FolderAction | null> => {
      const given = { action: 'config', folderId: folder_id, actionId: action_id, config, configVersion }
      await callFunction('email-actions', given, Saved)
      // It is saved, whether it can be read right now or not.
      return readAction(action)
    },
    onError: async (error) => {
      if (isChangedElsewhere(error)) onChanged(await readAction(action))
    },
    onSuccess: (saved) => {
      // The plan that runs, and who has to agree to a new address.
      void client.invalidateQueries({ queryKey: planKeys.of(folder_id, action_id) })
      void client.invalidateQueries({ queryKey: ['forward-addresses'] })
      if (!saved) return void client.invalidateQueries({ queryKey })
      client.setQueryData(queryKey, (all) => all?.map((each) => (each.id === saved.id ? saved : each)))
    },
  })
}
