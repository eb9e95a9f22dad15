import { Popover as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { ignoreToastClicks } from './toast-store.ts'

interface PopoverProps {
  /** The button that opens the popover. */
  trigger: ReactNode
  label: string
  open: boolean
  onOpenChange: (open: boolean) => void
  children: ReactNode
}

/** Panel below its button. Not modal and not in a portal, see `menu.tsx`. */
export function Popover({ trigger, label, open, onOpenChange, children }: PopoverProps) {
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      <Primitive.Content
        aria-label={label}
        onInteractOutside={ignoreToastClicks}
        align="end"
        sideOffset={6}
        collisionPadding={12}
        className={cx(
          'z-40 flex max-h-(--radix-popover-content-available-height) w-96 max-w-[calc(100vw-1.5rem)]',
          'animate-appear flex-col overflow-hidden rounded-xl border border-line bg-surface shadow-float outline-none',
        )}
      >
        {children}
      </Primitive.Content>
    </Primitive.Root>
  )
}
