import { Tabs as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'

interface Tab<Value extends string> {
  value: Value
  label: string
  /** Why the tab cannot be selected now. */
  disabledReason?: string | undefined
  content: ReactNode
}

interface TabsProps<Value extends string> {
  label: string
  value: Value
  onChange: (value: Value) => void
  tabs: readonly Tab<Value>[]
}

const pointerFocus = 'data-pointer-focus'

export function Tabs<Value extends string>({ label, value, onChange, tabs }: TabsProps<Value>) {
  const select = (selected: string): void => {
    const tab = tabs.find((each) => each.value === selected)
    if (tab) onChange(tab.value)
  }
  return (
    <Primitive.Root value={value} onValueChange={select}>
      <Primitive.List
        aria-label={label}
        className="mb-6 flex gap-1 max-sm:mb-4 overflow-x-auto overflow-y-hidden border-b border-line"
      >
        {tabs.map((tab) => (
          <Primitive.Trigger
            key={tab.value}
            value={tab.value}
            disabled={tab.disabledReason !== undefined}
            title={tab.disabledReason}
            // Radix focuses a clicked tab by script, for which browsers show the focus ring.
            onPointerDown={({ currentTarget }) => currentTarget.setAttribute(pointerFocus, '')}
            onBlur={({ currentTarget }) => currentTarget.removeAttribute(pointerFocus)}
            className={cx(
              'h-11 shrink-0 rounded-t-md border-b-2 border-transparent px-3 text-sm font-medium text-muted sm:px-4',
              '-outline-offset-2 transition-colors hover:text-ink aria-selected:border-accent aria-selected:text-ink',
              'disabled:cursor-not-allowed disabled:opacity-50 disabled:hover:text-muted',
              'data-pointer-focus:outline-none',
            )}
          >
            {tab.label}
          </Primitive.Trigger>
        ))}
      </Primitive.List>
      {tabs.map((tab) => (
        <Primitive.Content key={tab.value} value={tab.value} className="rounded-lg">
          {tab.content}
        </Primitive.Content>
      ))}
    </Primitive.Root>
  )
}
