import { Tabs as Primitive } from 'radix-ui'
import type { ReactNode, SyntheticEvent } from 'react'

export interface Tab<Value extends string> {
  value: Value
  label: string
  /** Why it cannot be chosen now. */
  disabledReason?: string | undefined
  content: ReactNode
}

interface TabsProps<Value extends string> {
  label: string
  value: Value
  onChange: (value: Value) => void
  tabs: readonly Tab<Value>[]
}

/**
 * The library gives a clicked tab the focus by script, and browsers then take it for the keyboard's (`:focus-visible`). A ring
 * after a click would only puzzle.
 */
const markPointer = ({ currentTarget }: SyntheticEvent<HTMLElement>): void => {
  currentTarget.dataset['pointer'] = ''
}
const unmarkPointer = ({ currentTarget }: SyntheticEvent<HTMLElement>): void => {
  delete currentTarget.dataset['pointer']
}

export function Tabs<Value extends string>({ label, value, onChange, tabs }: TabsProps<Value>) {
  const choose = (chosen: string): void => {
    const tab = tabs.find((each) => each.value === chosen)
    if (tab) onChange(tab.value)
  }
  return (
    <Primitive.Root value={value} onValueChange={choose}>
      <Primitive.List aria-label={label} className="mb-6 flex gap-1 border-b border-line">
        {tabs.map((tab) => (
          <Primitive.Trigger
            key={tab.value}
            value={tab.value}
            onPointerDown={markPointer}
            onKeyDown={unmarkPointer}
            onBlur={unmarkPointer}
            disabled={tab.disabledReason !== undefined}
            title={tab.disabledReason}
            className={
              '-mb-px h-11 rounded-t-md -outline-offset-2 data-pointer:outline-none border-b-2 border-transparent px-3 text-sm font-medium text-muted transition-colors sm:px-4 ' +
              'hover:text-ink data-[state=active]:border-accent data-[state=active]:text-ink ' +
              'disabled:pointer-events-auto disabled:cursor-not-allowed disabled:opacity-60 disabled:hover:text-muted'
            }
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
