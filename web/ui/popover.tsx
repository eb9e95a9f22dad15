import { Popover as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'
import { stayForToasts } from './toast-store.ts'

interface PopoverProps {
  /** What opens it: a button. */
  trigger: ReactNode
  label: string
  open: boolean
  onOpenChange: (open: boolean) => void
  children: ReactNode
}

/** A panel below its button. Not modal and not in a portal, for the same reasons as the menus. */
export function Popover({ trigger, label, open, onOpenChange, children }: PopoverProps) {
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      <Primitive.Content
        aria-label={label}
        onInteractOutside={stayForToasts}
        align="end"
        sideOffset={6}
        collisionPadding={12}
        className="z-40 flex max-h-(--radix-popover-content-available-height) w-96 max-w-[calc(100vw-1.5rem)] animate-appear flex-col overflow-hidden rounded-xl border border-line bg-surface shadow-float outline-none"
      >
        {children}
      </Primitive.Content>
    </Primitive.Root>
  )
}
