import { queryOptions } from '@tanstack/react-query'
import { FolderActivityOutput } from '../../contract/functions/folder-activity.ts'
import { totalsPollMs } from '../limits.ts'
import { callFunction } from './call-function.ts'
import { folderActivityKey } from './query-keys.ts'

/** Number of emails that were sorted into each folder in the last days, by folder id; refetched as the overview. */
export const folderActivityQuery = (mailboxId: string) =>
  queryOptions({
    queryKey: [...folderActivityKey, mailboxId],
    queryFn: async (): Promise<ReadonlyMap<string, number>> => {
      const { folders } = await callFunction('folder-activity', { mailboxId }, FolderActivityOutput)
      return new Map(folders.map(({ folderId, sorted }) => [folderId, sorted]))
    },
    refetchInterval: ({ state }) => (state.isInvalidated && state.status === 'success' ? totalsPollMs : false),
  })
