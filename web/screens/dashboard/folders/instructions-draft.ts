import { instructionsDraftPrefix } from '../../../shell/user-storage.ts'

const keyOf = (folderId: string): string => `${instructionsDraftPrefix}${folderId}`

/** Unsaved instructions. Stored in the tab until they are saved or discarded, also when it is reloaded. */
export const instructionsDraft = {
  read: (folderId: string): string | null => sessionStorage.getItem(keyOf(folderId)),
  write: (folderId: string, text: string): void => sessionStorage.setItem(keyOf(folderId), text),
  discard: (folderId: string): void => sessionStorage.removeItem(keyOf(folderId)),
}
