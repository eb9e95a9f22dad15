import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { CreateFolderResult, SyncFoldersResult } from '../../contract/functions/mail-graph.ts'
import { EmailFolder, type EmailFolderChange } from '../../contract/tables.ts'
import { callFunction } from './call-function.ts'
import { mailboxKeys } from './mailboxes.ts'
import { dataOf, tables } from './tables.ts'

export const folderKeys = { of: (mailboxId: string) => ['folders', mailboxId] } as const

const columns =
  'id,mailbox_id,folder_name,display_name,provider_folder_id,parent_folder_id,instructions,active,include_in_ai,is_custom'

export const foldersQuery = (mailboxId: string) =>
  queryOptions({
    queryKey: folderKeys.of(mailboxId),
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

export function useChangeFolder(folder: Pick<EmailFolder, 'id' | 'mailbox_id'>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (change: EmailFolderChange) => {
      // The row is asked back: an update of a folder that is gone would otherwise look like a success.
      dataOf(await tables.from('email_folders').update(change).eq('id', folder.id).select('id').single())
    },
    onSuccess: () => client.invalidateQueries({ queryKey: folderKeys.of(folder.mailbox_id) }),
  })
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
