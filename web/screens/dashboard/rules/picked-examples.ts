import { queryOptions } from '@tanstack/react-query'

/** What the user has done with the emails that nearly match, while the instructions of a folder are edited. */
export interface PickedExamples {
  /** Ids of the messages whose checkbox is on. */
  picked: readonly string[]
  /** Ids of the messages that the folder has learned from; null: of none. */
  learned: readonly string[] | null
  isMoved: boolean
  isRetracted: boolean
}

const noExamples: PickedExamples = { picked: [], learned: null, isMoved: false, isRetracted: false }

/** Kept outside the preview, which is mounted again when a phone is turned: the editor moves between row and card. */
export const pickedExamplesQuery = (folderId: string) =>
  queryOptions({ queryKey: ['picked-examples', folderId], enabled: false, initialData: noExamples })
