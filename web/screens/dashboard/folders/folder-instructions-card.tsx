import { instructionsMaxLength } from '../../../../contract/limits.ts'
import type { EmailFolder } from '../../../../contract/tables.ts'
import { focusAtEnd } from '../../../lib/focus-at-end.ts'
import { instructionsExample } from '../../../lib/instructions-example.ts'
import { t } from '../../../texts/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { inputClasses } from '../../../ui/text-field.tsx'
import { ConflictNotice } from '../actions/conflict-notice.tsx'
import { InstructionsPreview } from '../rules/instructions-preview.tsx'
import { SenderRules } from '../rules/sender-rules.tsx'
import { InstructionsEditorNote } from './instructions-editor-note.tsx'
import { useSaveInstructions } from './use-save-instructions.ts'

interface InstructionsCardProps {
  folder: EmailFolder
  state: 'editable' | 'editing' | 'locked'
  onEdit: () => void
  onDone: () => void
}

export function FolderInstructionsCard({ folder, state, onEdit, onDone }: InstructionsCardProps) {
  return (
    <section className="rounded-lg border border-line bg-canvas p-4">
      <div className="flex min-h-8 items-center justify-between gap-3">
        <h3 className="text-sm font-semibold">{t('Folder Instructions')}</h3>
        {state === 'editable' && (
          <Button size="small" onClick={onEdit}>
            {t('Edit')}
          </Button>
        )}
      </div>
      {state === 'editing' ? (
        <Editor folder={folder} onDone={onDone} />
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

function Editor({ folder, onDone }: { folder: EmailFolder; onDone: () => void }) {
  const { text, edit, save, cancel, onKeyDown, saving, wasRestored, conflict } = useSaveInstructions(folder, onDone)
  return (
    <div className="mt-3">
      <textarea
        dir="auto"
        aria-label={t('Folder instructions for {folder}', { folder: folder.folder_name })}
        value={text}
        rows={5}
        maxLength={instructionsMaxLength}
        readOnly={saving}
        ref={focusAtEnd}
        onChange={(event) => edit(event.target.value)}
        onKeyDown={onKeyDown}
        placeholder={instructionsExample}
        className={`${inputClasses} resize-y py-2 text-sm`}
      />
      <div className="mt-3 flex flex-wrap items-center justify-end gap-2">
        {conflict && <ConflictNotice of="instructions" {...conflict} />}
        <InstructionsEditorNote wasRestored={wasRestored} />
        <Button size="small" disabled={saving} onClick={cancel}>
          {t('Cancel')}
        </Button>
        <Button size="small" tone="primary" busy={saving} onClick={save}>
          {saving ? t('Saving...') : t('Save')}
        </Button>
      </div>
      {/* Below the buttons, so that they do not move. */}
      <SenderRules mailboxId={folder.mailbox_id} folderId={folder.id} name={folder.folder_name} text={text} />
      <InstructionsPreview folder={folder} text={text} />
    </div>
  )
}
