import type { FormEvent, ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'

interface ActionFormProps {
  form: { submit: (event: FormEvent<HTMLFormElement>) => void; saving: boolean; onClose: () => void }
  children: ReactNode
}

/** The fields of an action, above buttons that stay in sight however many fields there are. */
export function ActionForm({ form, children }: ActionFormProps) {
  return (
    // Checked by the wire's own rules, in their words.
    <form noValidate onSubmit={form.submit} className="mt-5">
      <div className="space-y-5">{children}</div>
      <div className="sticky -bottom-6 -mx-6 mt-6 -mb-6 flex flex-wrap justify-end gap-2 border-t border-line bg-surface px-6 py-4">
        <Button onClick={form.onClose}>Cancel</Button>
        <Button type="submit" tone="primary" busy={form.saving}>
          {form.saving ? 'Saving...' : 'Save configuration'}
        </Button>
      </div>
    </form>
  )
}
