import { DropdownMenu } from 'radix-ui'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { cx } from './cx.ts'
import { menuItemClasses, menuPanelClasses } from './menu-classes.ts'

interface ChoiceMenuProps {
  /** The button that opens the menu. */
  trigger: ReactNode
  label: string
  value: string
  onChange: (value: string) => void
  choices: readonly { value: string; content: ReactNode; name: string }[]
  /** An action below the choices. */
  footer: { label: string; icon: ReactNode; onSelect: () => void }
}

/**
 * Menu of radio items, open on mount; the checked item gets the focus. Not modal: Radix's modal menus lock scrolling
 * with a <style> element, which the content security policy forbids. Not in a portal: it stays in the landmark and
 * reading order of its button.
 */
export function ChoiceMenu({ trigger, label, value, onChange, choices, footer }: ChoiceMenuProps) {
  const [open, setOpen] = useState(true)
  const content = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The menu is not positioned yet: without `preventScroll` the focus would scroll the page.
    if (open) content.current?.querySelector<HTMLElement>('[aria-checked=true]')?.focus({ preventScroll: true })
  }, [open])
  return (
    <DropdownMenu.Root open={open} onOpenChange={setOpen} modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Content
        ref={content}
        align="end"
        sideOffset={6}
        collisionPadding={12}
        className={cx(menuPanelClasses, 'min-w-72')}
      >
        <DropdownMenu.RadioGroup aria-label={label} value={value} onValueChange={onChange}>
          {choices.map((choice) => (
            <DropdownMenu.RadioItem
              key={choice.value}
              value={choice.value}
              textValue={choice.name}
              className={menuItemClasses}
            >
              {choice.content}
            </DropdownMenu.RadioItem>
          ))}
        </DropdownMenu.RadioGroup>
        <DropdownMenu.Separator className="my-1.5 h-px bg-line" />
        <DropdownMenu.Item className={menuItemClasses} onSelect={footer.onSelect}>
          {footer.icon}
          {footer.label}
        </DropdownMenu.Item>
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  )
}
