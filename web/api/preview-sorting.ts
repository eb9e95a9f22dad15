import { queryOptions } from '@tanstack/react-query'
import { type PreviewSortingInput, PreviewSortingOutput } from '../../contract/functions/preview-sorting.ts'
import { callFunction } from './call-function.ts'

/** Fetched each time the preview opens, since messages arrive and move; never refetched while it is open. */
export const previewQuery = (input: PreviewSortingInput) =>
  queryOptions({
    queryKey: ['preview-sorting', input],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    // The preview has its own retry button.
    retry: false,
    queryFn: (): Promise<PreviewSortingOutput> => callFunction('preview-sorting', input, PreviewSortingOutput),
  })
