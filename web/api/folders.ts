import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { CreateFolderResult, RestoreFolderResult, SyncFoldersResult } from '../../contract/functions/mail-graph.ts'
import { EmailFolder, type EmailFolderChange } from '../../contract/tables.ts'
import { t } from '../texts/translate.ts'
import { ApiError } from './api-error.ts'
import { callFunction } from './call-function.ts'
import { folderKeys, mailboxKeys } from './query-keys.ts'
import { dataOf, tables } from './tables.ts'

const Ids = EmailFolder.pick({ id: true }).array()

const columns =
  'id,mailbox_id,folder_name,display_name,provider_folder_id,parent_folder_id,' +
  'instructions,instructions_changed_at,active,include_in_ai,include_security_email,filing,mark_as_read,set_flag,' +
  'is_custom,resembles,file_when,file_delay_minutes,file_latest_hours,file_hours,deleted_in_outlook_at'

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

/** Keeps the URL of a request well below 8 kB, a common limit of proxies. */
const maxIdsPerRequest = 100

const folderNotFound = () =>
  new ApiError('folder_not_found', 404, t('A folder no longer exists. Please sync your folders and try again.'))

interface FoldersChange {
  ids: readonly string[]
  change: EmailFolderChange
}

/** Optimistic update of one or more folders, rolled back if the server rejects it. */
export const useChangeFolders = (mailboxId: string) =>
  useOptimisticFolders(mailboxId, async ({ ids, change }: FoldersChange): Promise<void> => {
    for (let at = 0; at < ids.length; at += maxIdsPerRequest) {
      const some = ids.slice(at, at + maxIdsPerRequest)
      const answer = await tables.from('email_folders').update(change).in('id', some).select('id')
      // Selects the rows: an update of a deleted folder would otherwise succeed with fewer rows.
      if (Ids.parse(dataOf(answer)).length < some.length) throw folderNotFound()
    }
  })

function useOptimisticFolders<Change extends FoldersChange>(
  mailboxId: string,
  save: (change: Change) => Promise<void>,
) {
  const client = useQueryClient()
  const { queryKey } = foldersQuery(mailboxId)
  const mutationKey = [...queryKey, 'change']
  return useMutation({
    mutationKey,
    mutationFn: save,
    onMutate: async ({ ids, change }: Change) => {
      await client.cancelQueries({ queryKey })
      const changedIds = new Set(ids)
      const before = client.getQueryData(queryKey)?.filter((each) => changedIds.has(each.id))
      client.setQueryData(queryKey, (all) =>
        all?.map((each) => (changedIds.has(each.id) ? Object.assign({ ...each }, change) : each)),
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

/** Other instructions were saved elsewhere since the edited ones were read, so nothing was saved. */
export class InstructionsConflict extends Error {
  readonly current: FolderInstructions
  constructor(current: FolderInstructions) {
    super('instructions_changed')
    this.current = current
  }
}

/** Instructions with their version. */
export type FolderInstructions = Pick<EmailFolder, 'instructions' | 'instructions_changed_at'>
const FolderInstructions = EmailFolder.pick({ instructions: true, instructions_changed_at: true })

interface InstructionsChange {
  instructions: string
  /** `instructions_changed_at` of the instructions that the user has edited. */
  version: string | null
}

/** Saves instructions where they are still those that the user has edited. @throws InstructionsConflict */
export function useSaveFolderInstructions({ id, mailbox_id }: Pick<EmailFolder, 'id' | 'mailbox_id'>) {
  const { mutate, isPending } = useOptimisticFolders(
    mailbox_id,
    async ({ change, version }: FoldersChange & Pick<InstructionsChange, 'version'>): Promise<void> => {
      const update = tables.from('email_folders').update(change).eq('id', id)
      const since =
        version === null ? update.is('instructions_changed_at', null) : update.eq('instructions_changed_at', version)
      if (Ids.parse(dataOf(await since.select('id'))).length > 0) return
      const found = await tables.from('email_folders').select('instructions,instructions_changed_at').eq('id', id)
      const current = FolderInstructions.array().parse(dataOf(found))[0]
      if (!current) throw folderNotFound()
      // Equal: the response was lost, and the user saves again.
      if (current.instructions !== change.instructions) throw new InstructionsConflict(current)
    },
  )
  return {
    isPending,
    mutate: (
      { instructions, version }: InstructionsChange,
      callbacks: { onSuccess: () => void; onError: (error: Error) => void },
    ): void => mutate({ ids: [id], change: { instructions }, version }, callbacks),
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

export function useRestoreFolder(mailboxId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (folderId: string) =>
      callFunction('mail-graph', { action: 'restore-folder', mailboxId, folderId }, RestoreFolderResult),
    onSuccess: () => client.invalidateQueries({ queryKey: folderKeys.of(mailboxId) }),
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
