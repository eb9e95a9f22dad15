import { type PointerEvent, useRef, useState } from 'react'

/** Pixels from which a touch is a push, and from which a push takes away. */
const begins = 10
const suffices = 50

/** For what a finger may push out of sight to the right. The element needs `touch-action: pan-y`. @returns its handlers and style */
export function useSwipeAway(onAway: () => void) {
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
      if (distance < begins && moved === 0) return
      currentTarget.setPointerCapture(pointerId)
      setMoved(distance)
    },
    onPointerUp: () => {
      end()
      if (moved > suffices) onAway()
    },
    onPointerCancel: end,
  }
}
