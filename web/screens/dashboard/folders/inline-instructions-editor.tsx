import { Check, X } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { instructionsMaxLength } from '../../../../contract/limits.ts'
import type { EmailFolder } from '../../../../contract/tables.ts'
import { focusAtEnd } from '../../../lib/focus-at-end.ts'
import { instructionsExample } from '../../../shell/create-folder-dialog.tsx'
import { IconButton } from '../../../ui/button.tsx'
import { inputClasses } from '../../../ui/text-field.tsx'
import { InstructionsPreview } from '../rules/instructions-preview.tsx'
import { SenderRules } from '../rules/sender-rules.tsx'
import { useSaveInstructions } from './use-save-instructions.ts'

/** Enter saves, Shift+Enter makes a new line, Escape cancels. */
export function InlineInstructionsEditor({ folder, onDone }: { folder: EmailFolder; onDone: () => void }) {
  const { text, setText, save, saving } = useSaveInstructions(folder, onDone)
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') onDone()
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      save()
    }
  }
  return (
    <div>
      <textarea
        dir="auto"
        aria-label={`Instructions for ${folder.folder_name}`}
        value={text}
        rows={3}
        maxLength={instructionsMaxLength}
        // Not disabled: the field keeps the focus if saving fails.
        readOnly={saving}
        ref={focusAtEnd}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        placeholder={instructionsExample}
        className={`${inputClasses} field-sizing-content max-h-60 min-h-20 resize-y py-2 text-sm`}
      />
      <div className="mt-1 flex items-center justify-end">
        <IconButton
          label="Save instructions"
          icon={<Check aria-hidden="true" className="text-good" />}
          busy={saving}
          onClick={save}
        />
        <IconButton label="Cancel editing" icon={<X aria-hidden="true" />} disabled={saving} onClick={onDone} />
      </div>
      {/* Below the buttons, so that they do not move. */}
      <SenderRules mailboxId={folder.mailbox_id} folderId={folder.id} text={text} />
      <InstructionsPreview folder={folder} text={text} />
    </div>
  )
}
