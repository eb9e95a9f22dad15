import type { Ref } from 'react'
import type { EmailFolder } from '../../../../contract/tables.ts'
import { t } from '../../../texts/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { InstructionsEditor } from './instructions-editor.tsx'

interface InstructionsCardProps {
  folder: EmailFolder
  state: 'editable' | 'editing' | 'locked'
  editButton: Ref<HTMLButtonElement>
  onEdit: () => void
  onDone: () => void
  onNext: (() => void) | null
}

export function FolderInstructionsCard(props: InstructionsCardProps) {
  const { folder, state, editButton, onEdit, onDone, onNext } = props
  return (
    <section className="rounded-lg border border-line bg-canvas p-4">
      <div className="flex min-h-8 items-center justify-between gap-3">
        <h3 className="text-sm font-semibold">{t('Folder Instructions')}</h3>
        {state === 'editable' && (
          <Button ref={editButton} size="small" onClick={onEdit}>
            {t('Edit')}
          </Button>
        )}
      </div>
      {state === 'editing' ? (
        <InstructionsEditor inCard folder={folder} onDone={onDone} onNext={onNext} />
      ) : (
        <p
          dir="auto"
          className={`mt-2 text-left wrap-anywhere whitespace-pre-wrap ${folder.instructions ? '' : 'text-muted'}`}
        >
          {folder.instructions ||
            (state === 'locked'
              ? t('No instructions')
              : t('No instructions added. Click Edit to add instructions for how emails should be sorted.'))}
        </p>
      )}
    </section>
  )
}
