import { type ReactNode, useId } from 'react'
import { cx } from './cx.ts'

export interface FieldProps {
  label: string
  hint?: string | undefined
  error?: string | null | undefined
}

interface InputAttributes {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

/** Label above a field, hint or error below it. */
export function FieldFrame({
  label,
  hint,
  error,
  aside,
  children,
}: FieldProps & { aside?: ReactNode; children: (attributes: InputAttributes) => ReactNode }) {
  const id = useId()
  const note = error ?? hint
  const noteId = `${id}-note`
  return (
    <div className="min-w-0">
      <div className="mb-1.5 flex items-baseline justify-between gap-4 text-sm">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {aside}
      </div>
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': note ? noteId : undefined })}
      {note && (
        <p id={noteId} className={cx('mt-1.5 text-sm', error ? 'text-bad' : 'text-muted')}>
          {note}
        </p>
      )}
    </div>
  )
}
