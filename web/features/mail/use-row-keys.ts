import { type RefObject, useEffect, useEffectEvent } from 'react'
import { hasSingleKeys } from '../../ui/single-keys.ts'

/** The row that got the focus when another one was answered: `z` undoes that answer, not an older one of this row. */
let reached: Element | null = null

/**
 * Keys of the row that has the focus, and those that move the focus to the row above or below.
 * @param effectOf what a key in lower case does; null: nothing
 */
export function useRowKeys(row: RefObject<HTMLElement | null>, effectOf: (key: string) => (() => void) | null): void {
  const press = useEffectEvent((event: KeyboardEvent): void => {
    const { key, repeat, ctrlKey, metaKey, altKey, defaultPrevented } = event
    if (defaultPrevented || ctrlKey || metaKey || altKey || (key.length === 1 && !hasSingleKeys())) return
    const run =
      focusEffect(row.current, key) ?? (repeat ? null : answerEffect(row.current, effectOf, key.toLowerCase()))
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
  return () => next && focusRow(next)
}

function answerEffect(row: Element | null, effectOf: (key: string) => (() => void) | null, key: string) {
  const isUndo = key === 'z' || key === 'u'
  return isUndo && row === reached ? null : effectOf(key)
}

export function focusRow(row: Element): void {
  reached = null
  row.querySelector<HTMLElement>('[aria-expanded]')?.focus()
}

/** Once a row is answered: the next one, or else, where it leaves the list, the one before. */
export function focusRowAfter(row: Element | null, { leaves }: { leaves: boolean }): void {
  const next = row?.nextElementSibling ?? (leaves ? row?.previousElementSibling : null)
  if (!next) return
  focusRow(next)
  reached = next
}
