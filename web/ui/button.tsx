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
  small: 'h-8 rounded-md px-3 text-sm gap-1.5',
  medium: 'h-9 rounded-lg px-3.5 text-sm gap-2',
  large: 'h-11 rounded-lg px-5 text-base gap-2',
}

/** How a button looks; links that act as one wear it too. */
export const buttonLook = (tone: Tone = 'secondary', size: Size = 'medium'): string =>
  cx(
    'inline-flex items-center justify-center font-medium whitespace-nowrap select-none transition-colors',
    'disabled:pointer-events-none disabled:opacity-50 [&_svg]:size-4 [&_svg]:shrink-0',
    tones[tone],
    sizes[size],
  )

export interface ButtonProps extends ComponentProps<'button'> {
  tone?: Tone
  size?: Size
  icon?: ReactNode
  /** While true the button does nothing, and a spinner takes the icon's place. */
  busy?: boolean
  /** It does nothing for a while, too, without a spinner. */
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
      {...((busy || paused) && resting)}
      aria-busy={busy || undefined}
      className={cx(buttonLook(tone, size), (busy || paused) && restingLook, className)}
    >
      {busy ? <Spinner /> : icon}
      {children}
    </button>
  )
}

/**
 * What rests for a moment keeps the focus: a button that is disabled in earnest loses it, and who goes by keyboard would have to start
 * again at the top of the page. A form is not sent by it either: Enter in a field clicks its button.
 */
const resting = { 'aria-disabled': true, onClick: (event: MouseEvent) => event.preventDefault() }
const restingLook = 'pointer-events-none opacity-50'

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'aria-label'> {
  /** What it does, for those who do not see the icon. */
  label: string
  icon: ReactNode
  tone?: Tone
  busy?: boolean
}

export function IconButton({
  label,
  icon,
  tone = 'quiet',
  busy = false,
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
      {...(busy && resting)}
      className={cx(buttonLook(tone), 'size-9 px-0', busy && restingLook, className)}
    >
      {busy ? <Spinner /> : icon}
    </button>
  )
}
