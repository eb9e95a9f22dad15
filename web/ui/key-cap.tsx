import { cx } from './cx.ts'

interface KeyCapProps {
  /** Also on touch devices. */
  always?: boolean
  children: string
}

/** A keyboard key, hidden on touch devices; text beside it states its function. */
export const KeyCap = ({ always = false, children }: KeyCapProps) => (
  <kbd
    className={cx(
      'inline-grid h-5.5 min-w-5.5 shrink-0 place-items-center rounded-md border border-edge/60 bg-surface px-1.5',
      'font-sans text-xs font-medium text-muted shadow-card',
      !always && 'pointer-coarse:hidden',
    )}
  >
    {children}
  </kbd>
)
