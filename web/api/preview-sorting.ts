import { queryOptions } from '@tanstack/react-query'
import { type PreviewSortingInput, PreviewSortingOutput } from '../../contract/functions/preview-sorting.ts'
import { callFunction } from './call-function.ts'

/** Asked for anew each time that it is shown: mail arrives meanwhile, and moves. */
export const previewQuery = (input: PreviewSortingInput) =>
  queryOptions({
    queryKey: ['preview-sorting', input],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    // It is in sight of whoever asked, with a button to ask again.
    retry: false,
    queryFn: (): Promise<PreviewSortingOutput> => callFunction('preview-sorting', input, PreviewSortingOutput),
  })
