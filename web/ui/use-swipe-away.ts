import { type PointerEvent, useRef, useState } from 'react'

/** Distances at which a touch becomes a swipe, and at which a swipe dismisses. */
const swipeStartPx = 10
const swipeDismissPx = 50

/**
 * Swipe to the right to dismiss. The element needs `touch-action: pan-y`.
 * @returns handlers and style of the element
 */
export function useSwipeAway(onDismiss: () => void) {
  const start = useRef<number | null>(null)
  const [moved, setMoved] = useState(0)
  const end = (): void => {
    start.current = null
    setMoved(0)
  }
  return {
    style: moved > 0 ? { transform: `translateX(${moved}px)` } : undefined,
    onPointerDown: ({ pointerType, clientX }: PointerEvent) => {
      if (pointerType === 'touch') start.current = clientX
    },
    onPointerMove: ({ clientX, pointerId, currentTarget }: PointerEvent) => {
      if (start.current === null) return
      const distance = Math.max(0, clientX - start.current)
      if (distance < swipeStartPx && moved === 0) return
      currentTarget.setPointerCapture(pointerId)
      setMoved(distance)
    },
    // Not `moved`: the last movement may not have rendered yet.
    onPointerUp: ({ clientX }: PointerEvent) => {
      const isSwipe = start.current !== null && clientX - start.current > swipeDismissPx
      end()
      if (isSwipe) onDismiss()
    },
    onPointerCancel: end,
  }
}
