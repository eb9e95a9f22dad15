import { useState } from 'react'
import type { EmailFolder } from '../../../../contract/tables.ts'
import { useChangeFolder } from '../../../api/folders.ts'
import { toastError } from '../../../lib/toast.ts'
import { announce } from '../../../ui/announcer.tsx'

/** Text and saving of an instructions editor. A failed save keeps the text. */
export function useSaveInstructions(folder: EmailFolder, onDone: () => void) {
  const [text, setText] = useState(folder.instructions)
  const change = useChangeFolder(folder)
  const save = (): void => {
    const instructions = text.trim()
    if (change.isPending) return
    if (instructions === folder.instructions) return onDone()
    change.mutate(
      { instructions },
      {
        onSuccess: () => {
          announce('Instructions saved')
          onDone()
        },
        onError: () => toastError('Update Failed', 'Failed to update folder settings. Please try again.'),
      },
    )
  }
  return { text, setText, save, saving: change.isPending }
}
