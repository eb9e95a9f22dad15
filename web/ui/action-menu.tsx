import { DropdownMenu } from 'radix-ui'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { cx } from './cx.ts'
import { menuItemClasses, menuPanelClasses } from './menu-classes.ts'

interface MenuAction {
  label: string
  icon: ReactNode
  onSelect: () => void
  /** Set apart from the actions before it. */
  isDangerous?: boolean
}

/**
 * Menu of actions below its button, open on mount; the first action gets the focus. Not modal and not in a portal, see
 * `menu.tsx`.
 */
export function ActionMenu({ trigger, actions }: { trigger: ReactNode; actions: readonly MenuAction[] }) {
  const button = useRef<HTMLButtonElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const chosen = useRef<(() => void) | null>(null)
  const [open, setOpen] = useState(true)
  useEffect(() => {
    // The menu is not positioned yet: without `preventScroll` the focus would scroll the page.
    if (open) content.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus({ preventScroll: true })
  }, [open])
  return (
    <DropdownMenu.Root open={open} onOpenChange={setOpen} modal={false}>
      <DropdownMenu.Trigger ref={button} asChild>
        {trigger}
      </DropdownMenu.Trigger>
      <DropdownMenu.Content
        ref={content}
        align="end"
        sideOffset={6}
        collisionPadding={12}
        // A dialog that an action opens returns the focus to the button: it must have it before.
        onCloseAutoFocus={(event) => {
          const run = chosen.current
          chosen.current = null
          if (run === null) return
          event.preventDefault()
          button.current?.focus()
          run()
        }}
        className={cx(menuPanelClasses, 'min-w-56')}
      >
        {actions.map(({ label, icon, onSelect, isDangerous = false }) => (
          <DropdownMenu.Item
            key={label}
            onSelect={() => {
              chosen.current = onSelect
            }}
            className={cx(menuItemClasses, isDangerous && 'text-bad')}
          >
            {icon}
            {label}
          </DropdownMenu.Item>
        ))}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  )
}
