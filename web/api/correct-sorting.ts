import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { SortedMailOutput } from '../../contract/functions/sorted-mail.ts'
import { now } from '../lib/clock.ts'
import { t } from '../texts/translate.ts'
import { callFunction } from './call-function.ts'
import type { HistoryEntry } from './processing-logs.ts'
import { logKeys, reviewCountKey } from './query-keys.ts'

/** A folder, or the inbox (`id` null). */
export interface MailPlace {
  id: string | null
  name: string
}

/** The email goes to a place, or back to where it was before its last correction, which is retracted. */
export type Correction = { action: 'move'; to: MailPlace } | { action: 'take-back'; from: string | null; to: MailPlace }

/**
 * The user's correction of a sorted message, shown in all lists before the server confirms it and reverted if it
 * refuses.
 */
export function useCorrectSorting(entry: HistoryEntry) {
  const client = useQueryClient()
  return useMutation({
    mutationKey: logKeys.correction,
    // One after the other: an undo can be pressed before its move is done.
    scope: { id: entry.id },
    mutationFn: (correction: Correction) => {
      const folderId = correction.action === 'move' ? correction.to.id : correction.from
      return callFunction('sorted-mail', { action: correction.action, logId: entry.id, folderId }, SortedMailOutput)
    },
    onMutate: async (correction) => {
      await client.cancelQueries({ queryKey: logKeys.all })
      replaceEntry(client, corrected(entry, correction))
    },
    onError: () => replaceEntry(client, entry),
    // Also after an error, as the row may have changed; not between corrections, as the server lacks the later ones.
    onSettled: () => {
      if (client.isMutating({ mutationKey: logKeys.correction }) > 1) return
      void client.invalidateQueries({ queryKey: logKeys.all })
      void client.invalidateQueries({ queryKey: reviewCountKey })
    },
  })
}

/** As the server records it, except for the explanation. */
function corrected(entry: HistoryEntry, { action, to }: Correction): HistoryEntry {
  const isMove = action === 'move'
  const isFiled = to.id !== null
  return {
    ...entry,
    status: isFiled ? 'processed' : 'left',
    success: isFiled,
    reason: isFiled ? 'sorted' : isMove ? 'user_moved' : null,
    explanation: '',
    decided_by: isMove ? 'user' : null,
    target_folder_id: to.id,
    // Whether the folder moves or tags is in the row that is read next.
    stays_in_inbox: false,
    target_folder: to.name,
    corrected_at: isMove ? now().toISOString() : null,
    corrected_from_folder_id: isMove ? entry.target_folder_id : null,
    corrected_from_folder: isMove && entry.target_folder_id !== null ? entry.target_folder : null,
    undo: isMove ? placeOf(entry) : null,
  }
}

const placeOf = ({ target_folder_id: folderId, target_folder }: HistoryEntry) => ({
  folderId,
  folder: folderId === null ? t('Inbox') : target_folder,
})

/** In the pages and single entries that are cached. */
function replaceEntry(client: QueryClient, entry: HistoryEntry): void {
  const inList = (list: readonly HistoryEntry[]): readonly HistoryEntry[] =>
    list.some(({ id }) => id === entry.id) ? list.map((each) => (each.id === entry.id ? entry : each)) : list
  client.setQueriesData<HistoryEntry | { entries: readonly HistoryEntry[] } | number>(
    { queryKey: logKeys.all },
    (data) => {
      // Arrays are lists of other things.
      if (typeof data !== 'object' || data === null || Array.isArray(data)) return data
      if ('entries' in data) {
        const entries = inList(data.entries)
        return entries === data.entries ? data : { ...data, entries }
      }
      return data.id === entry.id ? entry : data
    },
  )
}
