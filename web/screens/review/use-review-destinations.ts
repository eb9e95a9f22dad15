import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { foldersQuery } from '../../api/folders.ts'
import { overviewQuery } from '../../api/overview.ts'
import { destinationsFor, lookedLike } from './review-destinations.ts'
import { likelyFolderOf, type ReviewRow } from './review-rows.ts'

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

/** Folders to which the emails of a row can be moved. */
export function useDestinations(row: ReviewRow, usage: FolderUsage | null) {
  const { data: folders, error, isFetching, refetch } = useQuery(foldersQuery(row.group.mailboxId))
  const choices = { likeliestId: likelyFolderOf(row), nextIds: lookedLike(row.emails) }
  const destinations = folders && usage ? destinationsFor(folders, choices, (id) => usage.get(id) ?? 0) : null
  return { destinations, failed: error !== null && !folders, isFetching, refetch }
}
