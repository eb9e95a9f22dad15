import { type RefObject, useEffect, useEffectEvent } from 'react'

/**
 * Reports when the user starts and stops using a list: with the pointer over it, the keyboard focus in it, or a row
 * open. New rows would then move what the user is about to press, or is reading.
 */
export function useListInUse(ref: RefObject<HTMLElement | null>, onInUseChange: (inUse: boolean) => void): void {
  const report = useEffectEvent(onInUseChange)
  useEffect(() => {
    const list = ref.current
    if (!list) return
    const isRead = (): boolean => list.querySelector('[aria-expanded="true"], :focus-visible') !== null
    const listening = new AbortController()
    list.addEventListener('pointermove', () => report(true), listening)
    list.addEventListener('focusin', () => report(true), listening)
    // The surrounding card counts too: its button that adds new rows must not vanish before it is reached.
    const card = list.closest('section') ?? list
    card.addEventListener('pointerleave', () => isRead() || report(false), listening)
    list.addEventListener(
      'focusout',
      ({ relatedTarget: next }) => {
        const stays = (next instanceof Node && list.contains(next)) || isRead() || card.matches(':hover')
        if (!stays) report(false)
      },
      listening,
    )
    return () => listening.abort()
  }, [ref])
}
