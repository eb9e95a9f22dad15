import { useState } from 'react'
import { instructionsMaxLength } from '../../../contract/limits.ts'
import type { EmailFolder } from '../../../contract/tables.ts'
import { InstructionsConflict, useSaveFolderInstructions } from '../../api/folders.ts'
import { folderName } from '../../lib/folder-name.ts'
import { instructionsExample } from '../../lib/instructions-example.ts'
import { onDemand } from '../../lib/on-demand.tsx'
import { toastError } from '../../lib/toast.ts'
import { listInitialLength } from '../../limits.ts'
import { t, tn } from '../../texts/translate.ts'
import { announce } from '../../ui/announcer.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { TextAreaField } from '../../ui/text-area-field.tsx'
import { PressStatus } from './press-status.tsx'
import type { TidyUp } from './use-tidy-up.ts'

const ExamplesDialog = onDemand(async () => (await import('./tidy-up-dialogs.tsx')).ExamplesDialog, {
  failed: ({ onClose }) => onClose(),
})

/** Folders whose name says nothing: each needs a sentence or a few examples before emails are sorted into it. */
export function UnknownFolders({ folders, tidyUp }: { folders: readonly EmailFolder[]; tidyUp: TidyUp }) {
  const [isWhole, setIsWhole] = useState(false)
  const shown = isWhole ? folders : folders.slice(0, listInitialLength)
  if (folders.length === 0) return null
  return (
    <Card
      title={t('What belongs in these folders?')}
      description={t('Their names do not say it. Write one sentence, or choose about three emails as examples.')}
      className="mt-6"
    >
      <ul className="border-t border-line">
        {shown.map((folder) => (
          <UnknownFolder key={folder.id} folder={folder} tidyUp={tidyUp} />
        ))}
      </ul>
      {shown.length < folders.length && (
        <div className="border-t border-line px-5 py-3">
          <Button size="small" onClick={() => setIsWhole(true)}>
            {tn(folders.length - shown.length, 'Show {count} more', 'Show {count} more')}
          </Button>
        </div>
      )}
    </Card>
  )
}

function UnknownFolder({ folder, tidyUp }: { folder: EmailFolder; tidyUp: TidyUp }) {
  const [choosing, setChoosing] = useState(false)
  const { text, edit, save, isSaving, isSaved } = useSentence(folder)
  const name = folderName(folder)
  const press = tidyUp.examplesOf(folder)
  return (
    <li className="border-t border-line px-5 py-4 first:border-t-0">
      <TextAreaField
        label={name}
        rows={1}
        maxLength={instructionsMaxLength}
        placeholder={t(instructionsExample)}
        value={text}
        onChange={edit}
      />
      <div className="mt-2 flex flex-wrap items-center gap-2">
        <Button
          size="small"
          busy={isSaving}
          paused={text.trim() === '' || text.trim() === folder.instructions}
          aria-label={t('Save: {name}', { name })}
          onClick={save}
        >
          {t('Save')}
        </Button>
        <Button
          size="small"
          tone="quiet"
          aria-label={t('Choose examples: {name}', { name })}
          onClick={() => setChoosing(true)}
        >
          {t('Choose examples')}
        </Button>
        {isSaved && <span className="text-sm text-good">{t('Saved')}</span>}
      </div>
      {press && (
        <PressStatus
          press={press}
          known={tidyUp.known ?? []}
          title={name}
          onUndo={() => void tidyUp.undoPress(press)}
        />
      )}
      {choosing && <ExamplesDialog folder={folder} tidyUp={tidyUp} onClose={() => setChoosing(false)} />}
    </li>
  )
}

function useSentence(folder: EmailFolder) {
  const [text, setText] = useState(folder.instructions)
  const [isSaved, setIsSaved] = useState(false)
  const { mutate, isPending } = useSaveFolderInstructions(folder)
  return {
    text,
    isSaving: isPending,
    isSaved,
    edit: (next: string): void => {
      setText(next)
      setIsSaved(false)
    },
    save: (): void =>
      mutate(
        { instructions: text.trim(), version: folder.instructions_changed_at },
        {
          onSuccess: () => {
            setIsSaved(true)
            announce(t('Instructions saved'))
          },
          onError: (error) => {
            if (error instanceof InstructionsConflict) setText(error.current.instructions)
            toastError(t('Update Failed'), t('Failed to update folder settings. Please try again.'))
          },
        },
      ),
  }
}
