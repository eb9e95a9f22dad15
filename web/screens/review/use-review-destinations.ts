import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { foldersQuery } from '../../api/folders.ts'
import type { HistoryEntry } from '../../api/processing-logs.ts'
import { overviewQuery } from '../../api/overview.ts'
import { destinationsFor } from './review-destinations.ts'

/** How much mail went into a folder lately, by its id. */
export type FolderUsage = ReadonlyMap<string, number>

/**
 * As it is when it is first known, and the same for all that is looked through: a key that meant one folder must not
 * mean another for the next mail.
 */
export function useFolderUsage(): FolderUsage | null {
  const { data, failureCount } = useQuery(overviewQuery())
  const [used, setUsed] = useState<FolderUsage | null>(null)
  if (!used && (data || failureCount > 0))
    setUsed(new Map(data?.folders.map(({ folderId, sorted }) => [folderId, sorted])))
  return used
}

/** Where this mail may go. */
export function useDestinations({ mailbox_id, runner_up_folder_id }: HistoryEntry, used: FolderUsage | null) {
  const { data: folders, error, isFetching, refetch } = useQuery(foldersQuery(mailbox_id))
  const destinations = folders && used ? destinationsFor(folders, runner_up_folder_id, (id) => used.get(id) ?? 0) : null
  return { places: destinations, failed: error !== null && !folders, isFetching, refetch }
}
