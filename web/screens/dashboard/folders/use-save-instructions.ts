import { useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import type { EmailFolder } from '../../../../contract/tables.ts'
import { type FolderInstructions, InstructionsConflict, useSaveFolderInstructions } from '../../../api/folders.ts'
import { toastError } from '../../../lib/toast.ts'
import { announce } from '../../../ui/announcer.tsx'
import { useConflict } from '../actions/conflict-notice.tsx'
import { pickedExamplesQuery } from '../rules/picked-examples.ts'
import { instructionsDraft } from './instructions-draft.ts'
import { t } from '../../../texts/translate.ts'

/**
 * Text and saving of an instructions editor. Unsaved text is kept as a draft: navigation loses nothing, and the
 * editor continues with it. A failed save keeps the text, as does one over instructions that another window has
 * saved meanwhile.
 */
export function useSaveInstructions(folder: EmailFolder, onClose: () => void) {
  const client = useQueryClient()
  const [restored] = useState(() => instructionsDraft.read(folder.id))
  const [text, setText] = useState(restored?.text ?? folder.instructions)
  const [edited, setEdited] = useState<FolderInstructions>(folder)
  const change = useSaveFolderInstructions(folder)
  const isChanged = text.trim() !== folder.instructions

  const edit = (next: string): void => {
    setText(next)
    if (next.trim() === folder.instructions) instructionsDraft.discard(folder.id)
    else instructionsDraft.write(folder.id, { text: next, version: edited.instructions_changed_at })
  }
  const isOutdated = restored !== null && restored.version !== folder.instructions_changed_at
  const { conflict, reportConflict } = useConflict(text, edit, isOutdated && isChanged ? folder.instructions : null)
  // Nothing was typed: the editor follows what another window has saved.
  if (text === edited.instructions && folder.instructions_changed_at !== edited.instructions_changed_at) {
    setText(folder.instructions)
    setEdited(folder)
  }

  const onDone = (): void => {
    onClose()
    client.removeQueries(pickedExamplesQuery(folder.id))
  }
  const save = (then?: () => void): void => {
    const instructions = text.trim()
    if (change.isPending) return
    const close = (): void => {
      onDone()
      then?.()
    }
    if (!isChanged) return close()
    change.mutate(
      { instructions, version: edited.instructions_changed_at },
      {
        onSuccess: () => {
          instructionsDraft.discard(folder.id)
          announce(t('Instructions saved'))
          close()
        },
        onError: (error) => {
          if (!(error instanceof InstructionsConflict))
            return toastError(t('Update Failed'), t('Failed to update folder settings. Please try again.'))
          setEdited(error.current)
          reportConflict(error.current.instructions)
        },
      },
    )
  }
  const discard = (): void => {
    instructionsDraft.discard(folder.id)
    onDone()
  }
  const [isCancelling, setIsCancelling] = useState(false)
  const cancel = (): void => (isChanged ? setIsCancelling(true) : onDone())
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') cancel()
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      save()
    }
  }
  return {
    text,
    edit,
    save,
    cancel,
    /** The user is asked whether to discard the text. */
    question: isCancelling ? { discard, stay: () => setIsCancelling(false) } : null,
    onKeyDown,
    conflict,
    saving: change.isPending,
    wasRestored: restored !== null && isChanged,
  }
}
