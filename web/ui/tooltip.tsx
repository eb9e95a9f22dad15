import { type CSSProperties, type ReactNode, useEffect, useId, useRef, useState } from 'react'
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
  const [place, setPlace] = useState<CSSProperties | null>(null)

  const open = (): void => {
    const box = trigger.current?.getBoundingClientRect()
    if (!box) return
    const left = Math.max(12, Math.min(box.left, innerWidth - tooltipWidth - 12))
    const fitsBelow = box.bottom + tooltipHeight + 12 <= innerHeight
    setPlace(fitsBelow ? { left, top: box.bottom + 6 } : { left, bottom: innerHeight - box.top + 6 })
  }
  const close = (): void => {
    hover.cancel()
    if (place) lastClosed.at = performance.now()
    setPlace(null)
  }
  useWhileOpen(place !== null, { close, move: open })

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

/** At most: four lines. */
const tooltipHeight = 80
const tooltipWidth = 256
const tooltipClasses = cx(
  'fixed z-50 w-max max-w-64 animate-appear rounded-lg bg-ink px-3 py-2 text-left text-xs font-normal',
  'whitespace-normal text-canvas shadow-float',
)

/** Escape and scrolling close the tooltip (WCAG 2.2, 1.4.13: dismissible). Resizing moves it with its trigger. */
function useWhileOpen(isOpen: boolean, change: { close: () => void; move: () => void }): void {
  const latest = useRef(change)
  useEffect(() => {
    latest.current = change
  })
  useEffect(() => {
    if (!isOpen) return
    const listeners = new AbortController()
    const { signal } = listeners
    addEventListener('keydown', ({ key }) => key === 'Escape' && latest.current.close(), { signal })
    addEventListener('scroll', () => latest.current.close(), { signal, capture: true })
    addEventListener('resize', () => latest.current.move(), { signal })
    return () => listeners.abort()
  }, [isOpen])
}
