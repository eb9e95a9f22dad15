import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { foldersQuery } from '../../api/folders.ts'
import type { HistoryEntry } from '../../api/processing-logs.ts'
import { overviewQuery } from '../../api/overview.ts'
import { destinationsFor } from './review-destinations.ts'

/** Number of messages that were recently sorted into each folder, by folder id. */
export type FolderUsage = ReadonlyMap<string, number>

/**
 * Loaded once and constant during the review: the order of the folders, and so the key of each, must not change between
 * messages.
 */
export function useFolderUsage(): FolderUsage | null {
  const { data, failureCount } = useQuery(overviewQuery())
  const [usage, setUsage] = useState<FolderUsage | null>(null)
  if (!usage && (data || failureCount > 0))
    setUsage(new Map(data?.folders.map(({ folderId, sorted }) => [folderId, sorted])))
  return usage
}

/** Folders to which a message can be moved. */
export function useDestinations(entry: HistoryEntry, usage: FolderUsage | null) {
  const { mailbox_id, runner_up_folder_id: likeliestId, second_choice_folder_id: secondId } = entry
  const { data: folders, error, isFetching, refetch } = useQuery(foldersQuery(mailbox_id))
  const destinations =
    folders && usage ? destinationsFor(folders, { likeliestId, secondId }, (id) => usage.get(id) ?? 0) : null
  return {
    destinations,
    expectsLikeliest: likeliestId !== null,
    failed: error !== null && !folders,
    isFetching,
    refetch,
  }
}
