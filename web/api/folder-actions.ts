import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { dataOf, tables } from './tables.ts'

const FolderAction = z.object({
  id: z.uuid(),
  is_active: z.boolean(),
  action_order: z.int(),
  email_actions: z.object({ id: z.uuid(), name: z.string(), description: z.string(), action_type: z.string() }),
})
export type FolderAction = z.infer<typeof FolderAction>

export const folderActionsQuery = (folderId: string) =>
  queryOptions({
    queryKey: ['folder-actions', folderId],
    queryFn: async ({ signal }): Promise<FolderAction[]> =>
      FolderAction.array().parse(
        dataOf(
          await tables
            .from('email_folder_actions')
            .select('id,is_active,action_order,email_actions(id,name,description,action_type)')
            .eq('folder_id', folderId)
            .order('action_order', { ascending: true })
            .abortSignal(signal),
        ),
      ),
  })
