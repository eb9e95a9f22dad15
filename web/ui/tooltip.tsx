import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { cx } from './cx.ts'
import { type LastClosed, useHoverDelays } from './use-hover-delays.ts'

interface TooltipProps {
  text: string
  /** Milliseconds of hovering until the tooltip shows. */
  openDelay: number
  /** Milliseconds after a tooltip has closed in which the next one shows at once. */
  skipDelay: number
  className?: string
  children: ReactNode
}

const lastClosed: LastClosed = { at: -Infinity }

/**
 * Text that explains its trigger, on hover or focus. Not Radix: its positioning library weighs more than the folder
 * table that uses the tooltip.
 */
export function Tooltip({ text, openDelay, skipDelay, className, children }: TooltipProps) {
  const id = useId()
  const trigger = useRef<HTMLButtonElement>(null)
  const hover = useHoverDelays({ open: openDelay, skip: skipDelay, close: 0 }, lastClosed)
  const [place, setPlace] = useState<{ left: number; top: number } | null>(null)

  const open = (): void => {
    const box = trigger.current?.getBoundingClientRect()
    if (box) setPlace({ left: Math.max(12, Math.min(box.left, innerWidth - tooltipWidth - 12)), top: box.bottom + 6 })
  }
  const close = (): void => {
    hover.cancel()
    if (place) lastClosed.at = performance.now()
    setPlace(null)
  }
  useCloseOn(place !== null, close)

  return (
    <>
      <button
        ref={trigger}
        type="button"
        aria-describedby={place ? id : undefined}
        className={className}
        onPointerEnter={({ pointerType }) => pointerType === 'mouse' && hover.enter(open)}
        onPointerLeave={close}
        onClick={open}
        onFocus={({ currentTarget }) => currentTarget.matches(':focus-visible') && open()}
        onBlur={close}
      >
        {children}
      </button>
      {place && (
        <span id={id} role="tooltip" style={place} className={tooltipClasses}>
          {text}
        </span>
      )}
    </>
  )
}

const tooltipWidth = 256
const tooltipClasses = cx(
  'fixed z-50 w-max max-w-64 animate-appear rounded-lg bg-ink px-3 py-2 text-left text-xs font-normal',
  'whitespace-normal text-canvas shadow-float',
)

/** Escape and scrolling close the tooltip (WCAG 2.2, 1.4.13: dismissible). */
function useCloseOn(isOpen: boolean, close: () => void): void {
  const latest = useRef(close)
  useEffect(() => {
    latest.current = close
  })
  useEffect(() => {
    if (!isOpen) return
    const listeners = new AbortController()
    const { signal } = listeners
    addEventListener('keydown', ({ key }) => key === 'Escape' && latest.current(), { signal })
    addEventListener('scroll', () => latest.current(), { signal, capture: true })
    return () => listeners.abort()
  }, [isOpen])
}
