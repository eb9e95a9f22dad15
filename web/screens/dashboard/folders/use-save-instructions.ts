import { useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import type { EmailFolder } from '../../../../contract/tables.ts'
import { useChangeFolder } from '../../../api/folders.ts'
import { toastError } from '../../../lib/toast.ts'
import { announce } from '../../../ui/announcer.tsx'
import { pickedExamplesQuery } from '../rules/picked-examples.ts'
import { instructionsDraft } from './instructions-draft.ts'
import { t } from '../../../texts/translate.ts'

/**
 * Text and saving of an instructions editor. Unsaved text is kept as a draft: Escape and navigation lose nothing, and
 * the editor continues with it. A failed save keeps the text.
 */
export function useSaveInstructions(folder: EmailFolder, onClose: () => void) {
  const client = useQueryClient()
  const [restored] = useState(() => instructionsDraft.read(folder.id))
  const [text, setText] = useState(restored ?? folder.instructions)
  const change = useChangeFolder(folder)
  const isChanged = text.trim() !== folder.instructions

  const onDone = (): void => {
    onClose()
    client.removeQueries(pickedExamplesQuery(folder.id))
  }
  const edit = (next: string): void => {
    setText(next)
    if (next.trim() === folder.instructions) instructionsDraft.discard(folder.id)
    else instructionsDraft.write(folder.id, next)
  }
  const save = (): void => {
    const instructions = text.trim()
    if (change.isPending) return
    if (!isChanged) return onDone()
    change.mutate(
      { instructions },
      {
        onSuccess: () => {
          instructionsDraft.discard(folder.id)
          announce(t('Instructions saved'))
          onDone()
        },
        onError: () => toastError(t('Update Failed'), t('Failed to update folder settings. Please try again.')),
      },
    )
  }
  const cancel = (): void => {
    instructionsDraft.discard(folder.id)
    onDone()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      if (isChanged) announce(t('Not saved yet. Your text is kept.'))
      onDone()
    }
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      save()
    }
  }
  return { text, edit, save, cancel, onKeyDown, saving: change.isPending, wasRestored: restored !== null && isChanged }
}
