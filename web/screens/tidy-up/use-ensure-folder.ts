import { useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../api/api-error.ts'
import { foldersQuery, useCreateFolder } from '../../api/folders.ts'
import { folderNamed, type Target } from './suggest-folder.ts'

/** Creates the folder of a target where it is new. One that another press or window has created is used. */
export function useEnsureFolder(mailboxId: string) {
  const client = useQueryClient()
  const create = useCreateFolder(mailboxId)
  return async (target: Target): Promise<string> => {
    if (target.id !== null) return target.id
    const { name: folderName, instructions } = target
    try {
      return (await create.mutateAsync({ mailboxId, folderName, instructions })).folder.id
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'folder_exists') throw error
      const found = folderNamed(await client.fetchQuery({ ...foldersQuery(mailboxId), staleTime: 0 }), folderName)
      if (!found) throw error
      return found.id
    }
  }
}
