import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { CreateFolderResult, SyncFoldersResult } from '../../contract/functions/mail-graph.ts'
import { EmailFolder, type EmailFolderChange } from '../../contract/tables.ts'
import { ApiError } from './api-error.ts'
import { callFunction } from './call-function.ts'
import { mailboxKeys } from './mailboxes.ts'
import { dataOf, tables } from './tables.ts'

const Ids = z.object({ id: z.uuid() }).array()

export const folderKeys = { of: (mailboxId: string) => ['folders', mailboxId] } as const

const columns =
  'id,mailbox_id,folder_name,display_name,provider_folder_id,parent_folder_id,instructions,instructions_changed_at,active,include_in_ai,is_custom'

export const foldersQuery = (mailboxId: string) =>
  queryOptions({
    queryKey: folderKeys.of(mailboxId),
    // Another window may have changed them, of which nobody tells: who comes back here sees what is.
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

const changed = (folder: EmailFolder, change: EmailFolderChange): EmailFolder => ({
  ...folder,
  active: change.active ?? folder.active,
  include_in_ai: change.include_in_ai ?? folder.include_in_ai,
  instructions: change.instructions ?? folder.instructions,
})

/** An address holds this many ids without being too long for any server on the way. */
const idsAtOnce = 100

/** Changes one folder or many: shown at once, taken back where the server refuses. */
export function useChangeFolders(mailboxId: string) {
  const client = useQueryClient()
  const { queryKey } = foldersQuery(mailboxId)
  const mutationKey = ['change-folders', mailboxId]
  return useMutation({
    mutationKey,
    mutationFn: async ({ ids, change }: { ids: readonly string[]; change: EmailFolderChange }): Promise<void> => {
      for (let at = 0; at < ids.length; at += idsAtOnce) {
        const some = ids.slice(at, at + idsAtOnce)
        const answer = await tables.from('email_folders').update(change).in('id', some).select('id')
        // The rows are asked back: an update of a folder that is gone would otherwise look like a success.
        const found = Ids.parse(dataOf(answer))
        if (found.length < some.length) throw new ApiError('folder_not_found', 404, 'A folder is gone meanwhile.')
      }
    },
    onMutate: async ({ ids, change }) => {
      await client.cancelQueries({ queryKey })
      const meant = new Set(ids)
      const before = client.getQueryData(queryKey)?.filter((each) => meant.has(each.id))
      client.setQueryData(queryKey, (all) => all?.map((each) => (meant.has(each.id) ? changed(each, change) : each)))
      return { before }
    },
    onError: (_error, _changed, context) => {
      const old = new Map(context?.before?.map((each) => [each.id, each]))
      client.setQueryData(queryKey, (all) => all?.map((each) => old.get(each.id) ?? each))
    },
    // The last of several at once reads anew; earlier ones would show the others as they were.
    onSettled: () => (client.isMutating({ mutationKey }) === 1 ? client.invalidateQueries({ queryKey }) : undefined),
  })
}

export function useChangeFolder({ id, mailbox_id }: Pick<EmailFolder, 'id' | 'mailbox_id'>) {
  const { mutate, isPending } = useChangeFolders(mailbox_id)
  return {
    isPending,
    mutate: (change: EmailFolderChange, told: { onSuccess?: () => void; onError?: () => void }): void =>
      mutate({ ids: [id], change }, told),
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
    mutationFn: (input: { mailboxId: string; folderName: string }) =>
      callFunction('mail-graph', { action: 'create-folder', ...input }, CreateFolderResult),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: folderKeys.of(mailboxId ?? '') }),
        client.invalidateQueries({ queryKey: mailboxKeys.all }),
      ]),
  })
}
