import type { ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'

interface ConditionQuestionProps {
  /** For those who do not see where it stands. */
  label: string
  text: string
  confirm: string
  tone: 'primary' | 'danger'
  busy: boolean
  onCancel: () => void
  onConfirm: () => void
  /** What would become of the last mails then. */
  children: ReactNode
}

/** Asked in the row of a condition before anything is changed. */
export function ConditionQuestion({
  label,
  text,
  confirm,
  tone,
  busy,
  onCancel,
  onConfirm,
  children,
}: ConditionQuestionProps) {
  return (
    <fieldset className="mt-1 min-w-0">
      <legend className="sr-only">{label}</legend>
      <div className="flex flex-wrap items-center justify-end gap-2">
        <p className="mr-auto">{text}</p>
        <div className="flex gap-2">
          <Button size="small" onClick={onCancel}>
            Cancel
          </Button>
          <Button size="small" tone={tone} busy={busy} onClick={onConfirm}>
            {confirm}
          </Button>
        </div>
      </div>
      {/* Beneath the buttons, which stay where they are. */}
      {children}
    </fieldset>
  )
}
