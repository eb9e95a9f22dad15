import { ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'

interface DisclosureProps {
  title: string
  /** Opened where a field in it has an error. */
  hasError?: boolean
  children: ReactNode
}

/** Content that few users need, closed at first. */
export function Disclosure({ title, hasError = false, children }: DisclosureProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details
      open={isOpen || hasError}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
      className="group text-sm"
    >
      <summary
        className={
          '-mx-2 inline-flex min-h-8 cursor-pointer items-center gap-1.5 rounded-md px-2 font-medium hover:bg-sunken'
        }
      >
        <ChevronRight aria-hidden="true" className="size-4 text-muted transition-transform group-open:rotate-90" />
        {title}
      </summary>
      <div className="mt-3 space-y-5">{children}</div>
    </details>
  )
}
