import { type CSSProperties, type PointerEvent, useEffect, useRef, useState } from 'react'

interface Drag {
  from: number
  to: number
  /** Pixels from where it was taken. */
  by: number
}

interface Row {
  middle: number
  height: number
}

/** Where a row that is dragged by `by` pixels comes to lie among the others. */
export function placeOf(rows: readonly Row[], from: number, by: number): number {
  const middle = (rows[from]?.middle ?? 0) + by
  return rows.filter((row, at) => at !== from && row.middle < middle).length
}

/**
 * Rows of a list that are put in another order by pointer: mouse, pen or finger. The rows keep their place in the document while
 * one is dragged (a pointer lets go of an element that is moved there); only their picture moves.
 */
export function useDragOrder(onDrop: (from: number, to: number) => void) {
  const list = useRef<HTMLUListElement>(null)
  const rows = useRef<Row[]>([])
  const [drag, setDrag] = useState<Drag | null>(null)
  const [startY, setStartY] = useState<number | null>(null)
  const drop = useRef(onDrop)
  const held = useRef<Drag | null>(null)

  useEffect(() => {
    drop.current = onDrop
    held.current = drag
  })

  useEffect(() => {
    if (startY === null) return
    const listening = new AbortController()
    const { signal } = listening
    const end = (): void => {
      setDrag(null)
      setStartY(null)
    }
    addEventListener(
      'pointermove',
      ({ pageY }) =>
        setDrag((now) => now && { ...now, by: pageY - startY, to: placeOf(rows.current, now.from, pageY - startY) }),
      { signal },
    )
    addEventListener(
      'pointerup',
      () => {
        const last = held.current
        if (last && last.from !== last.to) drop.current(last.from, last.to)
        end()
      },
      { signal },
    )
    addEventListener('pointercancel', end, { signal })
    addEventListener('keydown', ({ key }) => key === 'Escape' && end(), { signal })
    return () => listening.abort()
  }, [startY])

  const take = (from: number, { button, pageY }: PointerEvent): void => {
    if (button !== 0 || !list.current) return
    rows.current = [...list.current.children].map((row) => {
      const { top, height } = row.getBoundingClientRect()
      return { middle: top + height / 2, height }
    })
    setDrag({ from, to: from, by: 0 })
    setStartY(pageY)
  }
  const styleOf = (at: number): CSSProperties | undefined => {
    if (!drag) return undefined
    if (at === drag.from) return { transform: `translateY(${drag.by}px)`, position: 'relative', zIndex: 1 }
    const height = rows.current[drag.from]?.height ?? 0
    const passed = at > drag.from && at <= drag.to ? -height : at < drag.from && at >= drag.to ? height : 0
    return { transform: `translateY(${passed}px)`, transition: 'transform 140ms ease-out' }
  }
  return { list, take, styleOf, dragged: drag?.from ?? null }
}
