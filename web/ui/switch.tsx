import { cx } from './cx.ts'

interface SwitchProps {
  /** Said to those who do not see what stands beside the switch; `labelledBy` where a visible text says it. */
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
  /** A request is under way: the switch shows where it is going and takes no more clicks. */
  busy?: boolean
  id?: string
}

export function Switch({ label, checked, onChange, disabled = false, busy = false, id }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      id={id}
      aria-label={label}
      aria-busy={busy || undefined}
      aria-checked={checked}
      // Disabled in earnest it would lose the focus: who goes by keyboard would have to start again at the top of the page.
      aria-disabled={busy || undefined}
      onClick={() => busy || onChange(!checked)}
      disabled={disabled}
      className={cx(
        'relative inline-flex h-5 w-9 shrink-0 items-center rounded-full align-middle transition-colors',
        'bg-edge aria-checked:bg-accent disabled:cursor-not-allowed aria-disabled:cursor-not-allowed',
        busy ? 'opacity-70' : 'disabled:opacity-45',
        // A finger needs more room than the eye.
        'after:absolute after:-inset-x-1.5 after:-inset-y-3 after:content-[""]',
      )}
    >
      <span
        className={cx(
          'block size-4 rounded-full bg-surface shadow-card transition-transform',
          checked ? 'translate-x-4.5' : 'translate-x-0.5',
          busy && 'animate-breathe',
        )}
      />
    </button>
  )
}
