import { useEffect, useRef, useState } from 'react'

/**
 * A button that shows the entries after it in the document, which Tab and the arrow keys reach. Escape, a press outside
 * and a focus that leaves hide them.
 */
export function useDisclosure() {
  const [isOpen, setIsOpen] = useState(false)
  const container = useRef<HTMLDivElement>(null)
  const trigger = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!isOpen) return
    const listeners = new AbortController()
    const { signal } = listeners
    const isInside = (target: EventTarget | null): boolean =>
      target instanceof Node && container.current?.contains(target) === true
    const closeOutside = ({ target }: Event): void => {
      if (!isInside(target)) setIsOpen(false)
    }
    const onKeyDown = (event: KeyboardEvent): void => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
      if (event.key === 'Escape') {
        if (isInside(event.target)) trigger.current?.focus()
        setIsOpen(false)
      } else if (step !== undefined && isInside(event.target)) {
        event.preventDefault()
        const entries = [...(container.current?.querySelectorAll<HTMLElement>('a, button') ?? [])]
        const index = entries.findIndex((entry) => entry === event.target)
        entries[(index + step + entries.length) % entries.length]?.focus()
      }
    }
    addEventListener('keydown', onKeyDown, { signal })
    addEventListener('pointerdown', closeOutside, { signal })
    addEventListener('focusin', closeOutside, { signal })
    return () => listeners.abort()
  }, [isOpen])
  return { isOpen, setIsOpen, container, trigger }
}
