import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { foldersQuery } from '../../api/folders.ts'
import type { HistoryEntry } from '../../api/logs.ts'
import { overviewQuery } from '../../api/overview.ts'
import { placesFor } from './review-places.ts'

/** How much mail went into a folder lately, by its id. */
export type Used = ReadonlyMap<string, number>

/** As it is when it is first known, and the same for all that is looked through: a key that meant one folder must not mean another for the next mail. */
export function useUsed(): Used | null {
  const { data, failureCount } = useQuery(overviewQuery())
  const [used, setUsed] = useState<Used | null>(null)
  if (!used && (data || failureCount > 0))
    setUsed(new Map(data?.folders.map(({ folderId, sorted }) => [folderId, sorted])))
  return used
}

/** Where this mail may go. */
export function usePlaces({ mailbox_id, runner_up_folder_id }: HistoryEntry, used: Used | null) {
  const { data: folders, error, isFetching, refetch } = useQuery(foldersQuery(mailbox_id))
  const places = folders && used ? placesFor(folders, runner_up_folder_id, (id) => used.get(id) ?? 0) : null
  return { places, failed: error !== null && !folders, isFetching, refetch }
}
