import { type RefObject, useLayoutEffect, useRef } from 'react'

interface Place {
  parent: Element
  /** The element before it, in the parent. */
  before: Element | null
}

/**
 * For a button that its own success removes: the browser would leave the focus nowhere. It moves to the heading of what
 * takes the place of the button, else to the nearest heading before it.
 */
export function useFocusHandover(): RefObject<HTMLButtonElement | null> {
  const ref = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const button = ref.current
    return () => {
      // Still in the document here: React removes it afterwards.
      if (button === null || document.activeElement !== button) return
      const places = placesOf(button)
      queueMicrotask(() => document.activeElement === document.body && focusHeadingNear(places))
    }
  }, [])
  return ref
}

/** The place of the element in each of its ancestors, the nearest first. */
function placesOf(element: Element): Place[] {
  const places: Place[] = []
  for (let at = element; at.parentElement; at = at.parentElement)
    places.push({ parent: at.parentElement, before: at.previousElementSibling })
  return places
}

function focusHeadingNear(places: readonly Place[]): void {
  for (const { parent, before } of places) {
    if (!parent.isConnected) continue
    const headings = [...parent.querySelectorAll<HTMLElement>('h1, h2, h3')]
    const heading = headings.find((each) => isAfter(each, before)) ?? headings.at(-1)
    if (!heading) continue
    heading.tabIndex = -1
    return heading.focus({ preventScroll: true })
  }
}

const isAfter = (element: Element, before: Element | null): boolean =>
  before === null ||
  (!before.contains(element) && (before.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0)
