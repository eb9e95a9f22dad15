import { useQuery } from '@tanstack/react-query'
import { foldersQuery } from '../../api/folders.ts'
import type { HistoryEntry } from '../../api/logs.ts'
import { overviewQuery } from '../../api/overview.ts'
import { placesFor } from './review-places.ts'

/** Where this mail may go. */
export function usePlaces({ mailbox_id, runner_up_folder_id }: HistoryEntry) {
  const { data: folders, error, isFetching, refetch } = useQuery(foldersQuery(mailbox_id))
  const { data: overview } = useQuery(overviewQuery())
  const used = new Map(overview?.folders.map(({ folderId, sorted }) => [folderId, sorted]))
  const places = folders ? placesFor(folders, runner_up_folder_id, (id) => used.get(id) ?? 0) : null
  return { places, failed: error !== null && !folders, isFetching, refetch }
}
