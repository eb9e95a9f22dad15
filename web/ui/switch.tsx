import { Switch as Primitive } from 'radix-ui'
import { cx } from './cx.ts'

interface SwitchProps {
  /** Accessible name. */
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
  /** A request is in progress: the switch shows the requested state and ignores clicks. */
  busy?: boolean
  id?: string
  /** Further attributes, e.g. its place in a table. */
  control?: { tabIndex: number }
}

export function Switch({ label, checked, onChange, disabled = false, busy = false, id, control }: SwitchProps) {
  return (
    <Primitive.Root
      {...control}
      id={id}
      aria-label={label}
      aria-busy={busy || undefined}
      // A busy switch is not `disabled`: it would lose the keyboard focus.
      aria-disabled={busy || undefined}
      checked={checked}
      onCheckedChange={(next) => busy || onChange(next)}
      disabled={disabled}
      className={cx(
        'relative inline-flex h-5 w-9 shrink-0 items-center rounded-full align-middle transition-colors',
        'bg-edge aria-checked:bg-accent',
        'disabled:cursor-not-allowed aria-disabled:cursor-not-allowed',
        'disabled:opacity-50 aria-disabled:opacity-50',
        // Enlarges the touch target beyond the visible track.
        'after:absolute after:-inset-x-1.5 after:-inset-y-3 after:content-[""]',
      )}
    >
      <Primitive.Thumb
        className={cx(
          'block size-4 translate-x-0.5 rounded-full bg-surface shadow-card transition-transform',
          'data-[state=checked]:translate-x-4.5',
          busy && 'animate-breathe',
        )}
      />
    </Primitive.Root>
  )
}
