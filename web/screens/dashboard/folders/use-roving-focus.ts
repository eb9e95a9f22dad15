import { useEffect, useRef } from 'react'

type Column = 'expand' | 'active' | 'include-in-ai' | 'edit'

/** Of a control in a row: Tab reaches one control of the table, and the arrow keys the others. */
export const controlOf = (column: Column) => ({ 'data-column': column, tabIndex: -1 })

const controls = '[data-column]:not(:disabled)'

const isControl = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLElement && target.matches('[data-column]')

/** The control that Tab reaches is in the DOM alone, so that the memoized rows are not rendered again. */
function setTabStop(body: HTMLElement, next: HTMLElement | null): void {
  for (const former of body.querySelectorAll<HTMLElement>('[data-column][tabindex="0"]')) former.tabIndex = -1
  if (next) next.tabIndex = 0
}

/** The control to which a key leads; undefined: none. */
function controlAt(body: HTMLElement, control: HTMLElement, key: string): HTMLElement | null | undefined {
  const rows = [...body.querySelectorAll<HTMLElement>('[data-folder]')]
  const row = rows.findIndex((each) => each.contains(control))
  const vertical = { ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity }[key]
  if (vertical !== undefined) {
    const other = rows[Math.max(0, Math.min(row + vertical, rows.length - 1))]
    return other?.querySelector<HTMLElement>(`[data-column="${control.dataset['column']}"]:not(:disabled)`)
  }
  const horizontal = { ArrowRight: 1, ArrowLeft: -1 }[key]
  if (horizontal === undefined) return undefined
  const inRow = [...(rows[row]?.querySelectorAll<HTMLElement>(controls) ?? [])]
  return inRow[inRow.indexOf(control) + horizontal]
}

/** For the body of the folder table: hundreds of rows with four controls each are one stop of Tab. */
export function useRovingFocus() {
  const ref = useRef<HTMLTableSectionElement>(null)
  // After each render of the table: the former stop may have been removed.
  useEffect(() => {
    const body = ref.current
    if (body && !body.querySelector(`${controls}[tabindex="0"]`)) setTabStop(body, body.querySelector(controls))
  })
  useEffect(() => {
    const body = ref.current
    if (!body) return
    const listeners = new AbortController()
    const { signal } = listeners
    body.addEventListener('focusin', ({ target }) => isControl(target) && setTabStop(body, target), { signal })
    body.addEventListener(
      'keydown',
      (event) => {
        const { target, key, ctrlKey, metaKey, altKey } = event
        if (!isControl(target) || ctrlKey || metaKey || altKey) return
        const next = controlAt(body, target, key)
        if (!next) return
        event.preventDefault()
        next.focus()
      },
      { signal },
    )
    return () => listeners.abort()
  }, [])
  return ref
}
