import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { dataOf, tables } from './tables.ts'

const Rows = z.object({ folder_id: z.uuid() }).array()

/** Ids of the folders of a mailbox that have automated actions which are switched on. */
export const actingFoldersQuery = (mailboxId: string) =>
  queryOptions({
    queryKey: ['folder-actions', 'active', mailboxId],
    queryFn: async ({ signal }): Promise<string[]> => {
      const answer = await tables
        .from('email_folder_actions')
        .select('folder_id,email_folders!inner(mailbox_id)')
        .eq('email_folders.mailbox_id', mailboxId)
        .eq('is_active', true)
        .abortSignal(signal)
      return Rows.parse(dataOf(answer)).map(({ folder_id }) => folder_id)
    },
  })
