import type { FormEvent, ReactNode } from 'react'
import type { FolderAction } from '../../../api/folder-actions.ts'
import { Button } from '../../../ui/button.tsx'
import { DialogFooter } from '../../../ui/dialog.tsx'
import { ConflictNotice } from './conflict-notice.tsx'
import { DryRunPanel } from './dry-run-panel.tsx'
import { t } from '../../../texts/translate.ts'

interface ActionFormProps {
  form: {
    submit: (event: FormEvent<HTMLFormElement>) => Promise<void>
    saving: boolean
    onClose: () => void
    action: FolderAction
    config: Record<string, unknown>
    /** Another window has saved other settings meanwhile; null: none has. */
    conflict: { showsOwn: boolean; swap: () => void } | null
  }
  /** Why the last attempt did not save. */
  unsaved?: string | null
  children: ReactNode
}

/** Form of an action's settings. */
export function ActionForm({ form, unsaved = null, children }: ActionFormProps) {
  return (
    // The contract schemas validate, with their own messages.
    <form noValidate onSubmit={(event) => void form.submit(event)} className="mt-5">
      <div className="space-y-5">
        {children}
        <DryRunPanel action={form.action} config={form.config} />
      </div>
      <DialogFooter>
        {form.conflict && <ConflictNotice of="settings" {...form.conflict} />}
        {unsaved !== null && <p className="flex-1 basis-full text-sm font-medium sm:basis-0">{unsaved}</p>}
        <Button onClick={form.onClose}>{t('Cancel')}</Button>
        <Button type="submit" tone="primary" busy={form.saving}>
          {form.saving ? t('Saving...') : t('Save configuration')}
        </Button>
      </DialogFooter>
    </form>
  )
}
