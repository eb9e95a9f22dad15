import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { CreateFolderResult, SyncFoldersResult } from '../../contract/functions/mail-graph.ts'
import { EmailFolder, type EmailFolderChange } from '../../contract/tables.ts'
import { t } from '../texts/translate.ts'
import { ApiError } from './api-error.ts'
import { callFunction } from './call-function.ts'
import { folderKeys, mailboxKeys } from './query-keys.ts'
import { dataOf, tables } from './tables.ts'

const Ids = z.object({ id: z.uuid() }).array()

const columns =
  'id,mailbox_id,folder_name,display_name,provider_folder_id,parent_folder_id,' +
  'instructions,instructions_changed_at,active,include_in_ai,is_custom'

export const foldersQuery = (mailboxId: string) =>
  queryOptions({
    queryKey: folderKeys.of(mailboxId),
    // No live event reports changes from another window.
    refetchOnWindowFocus: 'always',
    queryFn: async ({ signal }): Promise<EmailFolder[]> =>
      EmailFolder.array().parse(
        dataOf(
          await tables
            .from('email_folders')
            .select(columns)
            .eq('mailbox_id', mailboxId)
            .order('folder_name', { ascending: true })
            .abortSignal(signal),
        ),
      ),
  })

/** Number of folders that have instructions. */
export const instructedFolderCountQuery = (mailboxId: string) =>
  queryOptions({
    queryKey: [...folderKeys.of(mailboxId), 'instructed'],
    queryFn: async ({ signal }): Promise<number> => {
      const answer = await tables
        .from('email_folders')
        .select('id', { count: 'exact' })
        .eq('mailbox_id', mailboxId)
        .neq('instructions', '')
        .limit(1)
        .abortSignal(signal)
      dataOf(answer)
      return answer.count ?? 0
    },
  })

const applyChange = (folder: EmailFolder, change: EmailFolderChange): EmailFolder => ({
  ...folder,
  active: change.active ?? folder.active,
  include_in_ai: change.include_in_ai ?? folder.include_in_ai,
  instructions: change.instructions ?? folder.instructions,
})

/** Keeps the URL of a request well below 8 kB, a common limit of proxies. */
const maxIdsPerRequest = 100

/** Optimistic update of one or more folders, rolled back if the server rejects it. */
export function useChangeFolders(mailboxId: string) {
  const client = useQueryClient()
  const { queryKey } = foldersQuery(mailboxId)
  const mutationKey = ['change-folders', mailboxId]
  return useMutation({
    mutationKey,
    mutationFn: async ({ ids, change }: { ids: readonly string[]; change: EmailFolderChange }): Promise<void> => {
      for (let at = 0; at < ids.length; at += maxIdsPerRequest) {
        const some = ids.slice(at, at + maxIdsPerRequest)
        const answer = await tables.from('email_folders').update(change).in('id', some).select('id')
        // Selects the rows: an update of a deleted folder would otherwise succeed with fewer rows.
        const found = Ids.parse(dataOf(answer))
        if (found.length < some.length)
          throw new ApiError(
            'folder_not_found',
            404,
            t('A folder no longer exists. Please sync your folders and try again.'),
          )
      }
    },
    onMutate: async ({ ids, change }) => {
      await client.cancelQueries({ queryKey })
      const changedIds = new Set(ids)
      const before = client.getQueryData(queryKey)?.filter((each) => changedIds.has(each.id))
      client.setQueryData(queryKey, (all) =>
        all?.map((each) => (changedIds.has(each.id) ? applyChange(each, change) : each)),
      )
      return { before }
    },
    onError: (_error, _changed, context) => {
      const old = new Map(context?.before?.map((each) => [each.id, each]))
      client.setQueryData(queryKey, (all) => all?.map((each) => old.get(each.id) ?? each))
    },
    // Refetches after the last pending mutation only: earlier, the server's state lacks the other changes.
    onSettled: () => (client.isMutating({ mutationKey }) === 1 ? client.invalidateQueries({ queryKey }) : undefined),
  })
}

export function useChangeFolder({ id, mailbox_id }: Pick<EmailFolder, 'id' | 'mailbox_id'>) {
  const { mutate, isPending } = useChangeFolders(mailbox_id)
  return {
    isPending,
    mutate: (change: EmailFolderChange, callbacks: { onSuccess?: () => void; onError?: () => void }): void =>
      mutate({ ids: [id], change }, callbacks),
  }
}

export function useSyncFolders(mailboxId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => callFunction('mail-graph', { action: 'sync-folders', mailboxId }, SyncFoldersResult),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: folderKeys.of(mailboxId) }),
        client.invalidateQueries({ queryKey: mailboxKeys.all }),
      ]),
  })
}

export function useCreateFolder(mailboxId: string | null) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: { mailboxId: string; folderName: string; parentFolderId?: string; instructions: string }) =>
      callFunction('mail-graph', { action: 'create-folder', ...input }, CreateFolderResult),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: folderKeys.of(mailboxId ?? '') }),
        client.invalidateQueries({ queryKey: mailboxKeys.all }),
      ]),
  })
}
