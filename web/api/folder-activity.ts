import { queryOptions } from '@tanstack/react-query'
import { FolderActivityOutput } from '../../contract/functions/folder-activity.ts'
import { callFunction } from './call-function.ts'

/** Number of emails that were sorted into each folder in the last days, by folder id. */
export const folderActivityQuery = (mailboxId: string) =>
  queryOptions({
    queryKey: ['folder-activity', mailboxId],
    queryFn: async (): Promise<ReadonlyMap<string, number>> => {
      const { folders } = await callFunction('folder-activity', { mailboxId }, FolderActivityOutput)
      return new Map(folders.map(({ folderId, sorted }) => [folderId, sorted]))
    },
  })
