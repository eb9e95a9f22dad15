import type { ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import { t } from '../../../texts/translate.ts'

interface ConditionQuestionProps {
  /** For screen readers. */
  label: string
  text: string
  confirm: string
  tone: 'primary' | 'danger'
  busy: boolean
  onCancel: () => void
  onConfirm: () => void
  /** Preview of the effect. */
  children: ReactNode
}

/** Confirmation in the row of a condition, before anything is changed. */
export function ConditionConfirmation({
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
            {t('Cancel')}
          </Button>
          <Button size="small" tone={tone} busy={busy} onClick={onConfirm}>
            {confirm}
          </Button>
        </div>
      </div>
      {/* Below the buttons, so that they do not move. */}
      {children}
    </fieldset>
  )
}
