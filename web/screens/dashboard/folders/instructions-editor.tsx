import { Check, X } from 'lucide-react'
import { instructionsMaxLength } from '../../../../contract/limits.ts'
import type { EmailFolder } from '../../../../contract/tables.ts'
import { DiscardDialog } from '../../../forms/unsaved-dialog.tsx'
import { focusAtEnd } from '../../../lib/focus-at-end.ts'
import { instructionsExample } from '../../../lib/instructions-example.ts'
import { t } from '../../../texts/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { inputClasses } from '../../../ui/text-field.tsx'
import { ConflictNotice } from '../actions/conflict-notice.tsx'
import { InstructionsPreview } from '../rules/instructions-preview.tsx'
import { SenderRules } from '../rules/sender-rules.tsx'
import { useSaveInstructions } from './use-save-instructions.ts'

interface InstructionsEditorProps {
  folder: EmailFolder
  /** In the card of an open row, which names the field, or in the row itself. */
  inCard?: boolean
  onDone: () => void
  /** Edits the next folder without instructions; null: there is none. */
  onNext: (() => void) | null
}

/** Ctrl+Enter (or ⌘+Enter) saves, Enter makes a new line, Escape cancels. */
export function InstructionsEditor({ folder, inCard = false, onDone, onNext }: InstructionsEditorProps) {
  const { text, edit, save, cancel, question, onKeyDown, saving, wasRestored, conflict } = useSaveInstructions(
    folder,
    onDone,
  )
  const label = inCard
    ? t('Folder instructions for {folder}', { folder: folder.folder_name })
    : t('Instructions for {folder}', { folder: folder.folder_name })
  const named = (name: string, Icon: typeof Check) =>
    inCard ? {} : { 'aria-label': name, icon: <Icon aria-hidden="true" /> }
  return (
    <div className={inCard ? 'mt-3' : undefined}>
      <textarea
        dir="auto"
        aria-label={label}
        value={text}
        rows={inCard ? 5 : 3}
        maxLength={instructionsMaxLength}
        // Not disabled: the field keeps the focus if saving fails.
        readOnly={saving}
        ref={focusAtEnd}
        onChange={(event) => edit(event.target.value)}
        onKeyDown={onKeyDown}
        placeholder={instructionsExample}
        className={cx(inputClasses, 'resize-y py-2 text-sm', !inCard && 'field-sizing-content max-h-60 min-h-20')}
      />
      <div className={cx('flex flex-wrap items-center justify-end gap-2', inCard ? 'mt-3' : 'mt-1.5')}>
        {conflict && <ConflictNotice of="instructions" {...conflict} />}
        <p className={cx('flex-1 basis-24 text-xs text-muted', !wasRestored && 'pointer-coarse:hidden')}>
          {wasRestored ? t('Your unsaved text from before. Cancel discards it.') : t('Ctrl+Enter or ⌘+Enter saves.')}
        </p>
        <Button size="small" disabled={saving} onClick={cancel} {...named(t('Cancel editing'), X)}>
          {t('Cancel')}
        </Button>
        {onNext && folder.instructions === '' && (
          <Button size="small" disabled={saving} onClick={() => save(onNext)}>
            {t('Save and Next')}
          </Button>
        )}
        <Button
          size="small"
          tone="primary"
          busy={saving}
          onClick={() => save()}
          {...named(t('Save instructions'), Check)}
        >
          {inCard && saving ? t('Saving...') : t('Save')}
        </Button>
      </div>
      {/* Below the buttons, so that they do not move. */}
      <SenderRules mailboxId={folder.mailbox_id} folderId={folder.id} name={folder.folder_name} text={text} />
      <InstructionsPreview folder={folder} text={text} />
      {question && (
        <DiscardDialog
          unsaved={t('The instructions are not saved yet.')}
          onStay={question.stay}
          onDiscard={question.discard}
        />
      )}
    </div>
  )
}
