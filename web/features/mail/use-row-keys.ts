import { type RefObject, useEffect, useEffectEvent } from 'react'

/**
 * Keys of the row that has the focus, and those that move the focus to the row above or below. Only then, so that
 * WCAG 2.2 (2.1.4) asks for no switch.
 * @param effectOf what a key in lower case does; null: nothing
 */
export function useRowKeys(row: RefObject<HTMLElement | null>, effectOf: (key: string) => (() => void) | null): void {
  const press = useEffectEvent((event: KeyboardEvent): void => {
    const { key, repeat, ctrlKey, metaKey, altKey, defaultPrevented } = event
    if (defaultPrevented || ctrlKey || metaKey || altKey) return
    const run = focusEffect(row.current, key) ?? (repeat ? null : effectOf(key.toLowerCase()))
    if (!run) return
    event.preventDefault()
    run()
  })
  useEffect(() => {
    const listening = new AbortController()
    row.current?.addEventListener('keydown', (event) => press(event), listening)
    return () => listening.abort()
  }, [row])
}

function focusEffect(row: HTMLElement | null, key: string): (() => void) | null {
  const isDown = key === 'ArrowDown' || key === 'j'
  if (!isDown && key !== 'ArrowUp' && key !== 'k') return null
  const next = isDown ? row?.nextElementSibling : row?.previousElementSibling
  return () => next?.querySelector<HTMLElement>('[aria-expanded]')?.focus()
}
