import { useEffect, useState } from 'react'
import { onDemand } from '../lib/on-demand.tsx'

const CommandPalette = onDemand(async () => (await import('./command-palette.tsx')).CommandPalette, {
  failed: ({ onClose }) => onClose(),
})

/** Opens the command palette with Ctrl+K or ⌘+K, unless a dialog is open. */
export function PaletteShortcut() {
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const isShortcut = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey
      if (!isShortcut || event.shiftKey || document.querySelector('[role=dialog],[role=alertdialog]')) return
      event.preventDefault()
      setIsOpen(true)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  return isOpen ? <CommandPalette onClose={() => setIsOpen(false)} /> : null
}
