import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { cx } from './cx.ts'
import { Spinner } from './spinner.tsx'

type Tone = 'primary' | 'secondary' | 'quiet' | 'danger'
type Size = 'small' | 'medium' | 'large'

const tones: Record<Tone, string> = {
  primary: 'bg-accent text-on-accent hover:bg-accent-strong',
  secondary: 'border border-line bg-surface text-ink shadow-card hover:bg-sunken',
  quiet: 'text-muted hover:bg-sunken hover:text-ink',
  danger: 'bg-bad text-on-bad hover:bg-bad-strong',
}
const sizes: Record<Size, string> = {
  small: 'min-h-8 rounded-md px-3 text-sm gap-1.5',
  medium: 'min-h-9 rounded-lg px-3.5 text-sm gap-2',
  large: 'min-h-11 rounded-lg px-5 text-base gap-2',
}

/** Class names of a button, also for links that look like one. */
export const buttonClasses = (tone: Tone = 'secondary', size: Size = 'medium'): string =>
  cx(
    // One line, unless not even that fits: text can be enlarged to 200 %.
    'inline-flex max-w-full min-w-fit items-center justify-center text-center font-medium select-none',
    'transition-colors',
    'disabled:pointer-events-none disabled:opacity-50 aria-disabled:cursor-not-allowed aria-disabled:opacity-50',
    '[&_svg]:size-4 [&_svg]:shrink-0',
    tones[tone],
    sizes[size],
  )

export interface ButtonProps extends ComponentProps<'button'> {
  tone?: Tone
  size?: Size
  icon?: ReactNode
  /** Ignores clicks and shows a spinner in place of the icon. */
  busy?: boolean
  /** Ignores clicks, without a spinner. */
  paused?: boolean
}

export function Button({
  tone,
  size,
  icon,
  busy = false,
  paused = false,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      onClick={onClick}
      {...((busy || paused) && inactiveProps)}
      aria-busy={busy || undefined}
      className={cx(buttonClasses(tone, size), (busy || paused) && inactiveClasses, className)}
    >
      {busy ? <Spinner /> : icon}
      {children}
    </button>
  )
}

/**
 * A busy or paused button is `aria-disabled` instead of `disabled`, because a disabled button loses the keyboard focus.
 * It looks the same. `preventDefault` also stops form submission: Enter in a field clicks the submit button.
 */
const inactiveProps = { 'aria-disabled': true, onClick: (event: MouseEvent) => event.preventDefault() }
const inactiveClasses = 'pointer-events-none'

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'aria-label'> {
  /** Accessible name and tooltip. */
  label: string
  icon: ReactNode
  tone?: Tone
  busy?: boolean
  /** Ignores clicks and keeps the focus. */
  paused?: boolean
}

export function IconButton({
  label,
  icon,
  tone = 'quiet',
  busy = false,
  paused = false,
  className,
  onClick,
  ...rest
}: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      title={label}
      onClick={onClick}
      {...((busy || paused) && inactiveProps)}
      aria-busy={busy || undefined}
      className={cx(buttonClasses(tone), 'size-9 px-0', (busy || paused) && inactiveClasses, className)}
    >
      {busy ? <Spinner /> : icon}
    </button>
  )
}
