import { DropdownMenu } from 'radix-ui'
import { type ReactNode, useEffect, useRef, useState } from 'react'

interface ChoiceMenuProps {
  /** What opens it: a button. */
  trigger: ReactNode
  label: string
  value: string
  onChange: (value: string) => void
  choices: readonly { value: string; content: ReactNode; name: string }[]
  /** Below the choices: something to do instead. */
  footer: { label: string; icon: ReactNode; onSelect: () => void }
}

/**
 * A menu in which one of several is chosen; it is open when it comes, and what is chosen has the focus whenever it opens. Not modal: the library's modal menus lock scrolling with style elements, which our content policy forbids. Not in a portal either: it stays in the landmark and in the reading order of its button.
 */
export function ChoiceMenu({ trigger, label, value, onChange, choices, footer }: ChoiceMenuProps) {
  const [open, setOpen] = useState(true)
  const content = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Before it is placed, when its parts would scroll the page to where they are not.
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
        className="z-40 max-h-(--radix-dropdown-menu-content-available-height) w-max max-w-[min(26rem,calc(100vw-1.5rem))] min-w-72 animate-appear overflow-y-auto rounded-xl border border-line bg-surface p-1.5 shadow-float"
      >
        <DropdownMenu.RadioGroup aria-label={label} value={value} onValueChange={onChange}>
          {choices.map((choice) => (
            <DropdownMenu.RadioItem
              key={choice.value}
              value={choice.value}
              textValue={choice.name}
              className={itemLook}
            >
              {choice.content}
            </DropdownMenu.RadioItem>
          ))}
        </DropdownMenu.RadioGroup>
        <DropdownMenu.Separator className="my-1.5 h-px bg-line" />
        <DropdownMenu.Item className={itemLook} onSelect={footer.onSelect}>
          {footer.icon}
          {footer.label}
        </DropdownMenu.Item>
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  )
}

const itemLook =
  'flex w-full cursor-pointer items-center gap-3 rounded-lg px-3 py-2 text-sm outline-none select-none data-highlighted:bg-sunken ' +
  'data-[state=checked]:font-medium [&_svg]:size-4 [&_svg]:shrink-0'
