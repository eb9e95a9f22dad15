import { type ComponentProps, type ReactNode, useId } from 'react'
import { cx } from './cx.ts'

export const inputClasses = cx(
  'w-full rounded-lg border border-edge bg-surface px-3 text-base text-ink transition-colors max-sm:text-md',
  'placeholder:text-muted aria-invalid:border-bad disabled:opacity-50',
)

interface TextFieldProps extends ComponentProps<'input'> {
  label: string
  /** Content beside the label, e.g. a link. */
  aside?: ReactNode
  hint?: string | undefined
  error?: string | null | undefined
  /** Content inside the field at its end, e.g. a button. */
  end?: ReactNode
}

export function TextField({ label, aside, hint, error, end, className, ...rest }: TextFieldProps) {
  const id = useId()
  const noteId = `${id}-note`
  const note = error ?? hint
  return (
    <div>
      <div className="mb-1.5 flex items-baseline justify-between gap-4">
        <label htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        {aside}
      </div>
      <div className="relative">
        <input
          {...rest}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={note ? noteId : undefined}
          className={cx(inputClasses, 'h-11 scroll-mt-12', end !== undefined && 'pr-11', className)}
        />
        {end !== undefined && <div className="absolute inset-y-0 right-1 flex items-center">{end}</div>}
      </div>
      {note && (
        <p id={noteId} className={cx('mt-1.5 text-sm text-pretty', error ? 'text-bad' : 'text-muted')}>
          {note}
        </p>
      )}
    </div>
  )
}
