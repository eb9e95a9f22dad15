import { type ReactNode, useState } from 'react'
import { onDemand } from '../../lib/on-demand.tsx'

const HelpDrawer = onDemand(async () => (await import('./help-drawer.tsx')).HelpDrawer, {
  failed: ({ onClose }) => onClose(),
})

interface HelpButtonProps {
  /** Renders the button with these handlers. */
  children: (handlers: { onPointerEnter: () => void; onClick: () => void }) => ReactNode
}

/** A button that opens the help about the page: in the header, and in the menu of a phone. */
export function HelpButton({ children }: HelpButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      {children({ onPointerEnter: HelpDrawer.prepare, onClick: () => setIsOpen(true) })}
      {isOpen && <HelpDrawer onClose={() => setIsOpen(false)} />}
    </>
  )
}
