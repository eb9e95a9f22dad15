import type { FormEvent, ReactNode } from 'react'
import type { FolderAction } from '../../../api/folder-actions.ts'
import { Button } from '../../../ui/button.tsx'
import { ChangedElsewhere } from './folder-action-changed-elsewhere.tsx'
import { TestRunPanel } from './test-run.tsx'

interface ActionFormProps {
  form: {
    submit: (event: FormEvent<HTMLFormElement>) => Promise<void>
    saving: boolean
    onClose: () => void
    action: FolderAction
    config: Record<string, unknown>
    /** Another window has saved other settings meanwhile; null where none has. */
    changedElsewhere: { showsMine: boolean; swap: () => void } | null
  }
  /** Why the last press did not save. */
  unsaved?: string | null
  children: ReactNode
}

/** The fields of an action, above buttons that stay in sight however many fields there are. */
export function ActionForm({ form, unsaved = null, children }: ActionFormProps) {
  return (
    // Checked by the wire's own rules, in their words.
    <form noValidate onSubmit={(event) => void form.submit(event)} className="mt-5">
      <div className="space-y-5">
        {children}
        <TestRunPanel action={form.action} config={form.config} />
      </div>
      <div className="sticky -bottom-6 -mx-6 mt-6 -mb-6 flex flex-wrap items-center justify-end gap-x-2 gap-y-3 border-t border-line bg-surface px-6 py-4">
        {form.changedElsewhere && <ChangedElsewhere {...form.changedElsewhere} />}
        {unsaved !== null && <p className="flex-1 basis-full text-sm font-medium sm:basis-0">{unsaved}</p>}
        <Button onClick={form.onClose}>Cancel</Button>
        <Button type="submit" tone="primary" busy={form.saving}>
          {form.saving ? 'Saving...' : 'Save configuration'}
        </Button>
      </div>
    </form>
  )
}
