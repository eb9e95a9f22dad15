import { Check, X } from 'lucide-react'
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

/** Ctrl+Enter (or ⌘+Enter) saves, Enter makes a new line, Escape closes the editor and keeps the text as a draft. */
export function InlineInstructionsEditor({ folder, onDone }: { folder: EmailFolder; onDone: () => void }) {
  const { text, edit, save, cancel, onKeyDown, saving, wasRestored, conflict } = useSaveInstructions(folder, onDone)
  return (
    <div>
      <textarea
        dir="auto"
        aria-label={t('Instructions for {folder}', { folder: folder.folder_name })}
        value={text}
        rows={3}
        maxLength={instructionsMaxLength}
        // Not disabled: the field keeps the focus if saving fails.
        readOnly={saving}
        ref={focusAtEnd}
        onChange={(event) => edit(event.target.value)}
        onKeyDown={onKeyDown}
        placeholder={instructionsExample}
        className={`${inputClasses} field-sizing-content max-h-60 min-h-20 resize-y py-2 text-sm`}
      />
      <div className="mt-1.5 flex flex-wrap items-center justify-end gap-2">
        {conflict && <ConflictNotice of="instructions" {...conflict} />}
        <InstructionsEditorNote wasRestored={wasRestored} />
        <Button
          size="small"
          aria-label={t('Cancel editing')}
          icon={<X aria-hidden="true" />}
          disabled={saving}
          onClick={cancel}
        >
          {t('Cancel')}
        </Button>
        <Button
          size="small"
          tone="primary"
          aria-label={t('Save instructions')}
          icon={<Check aria-hidden="true" />}
          busy={saving}
          onClick={save}
        >
          {t('Save')}
        </Button>
      </div>
      {/* Below the buttons, so that they do not move. */}
      <SenderRules mailboxId={folder.mailbox_id} folderId={folder.id} name={folder.folder_name} text={text} />
      <InstructionsPreview folder={folder} text={text} />
    </div>
  )
}
