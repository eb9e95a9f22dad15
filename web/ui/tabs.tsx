import { type KeyboardEvent, type ReactNode, useId } from 'react'

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

/** As the ARIA Authoring Practices have it: one tab is in the tab order; the arrows, Home and End go to another and show it. */
export function Tabs<Value extends string>({ label, value, onChange, tabs }: TabsProps<Value>) {
  const id = useId()
  return (
    <div>
      <div role="tablist" aria-label={label} className="mb-6 flex gap-1 border-b border-line">
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-tab-${tab.value}`}
            aria-selected={tab.value === value}
            aria-controls={`${id}-panel-${tab.value}`}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => onChange(tab.value)}
            onKeyDown={goToAnother}
            disabled={tab.disabledReason !== undefined}
            title={tab.disabledReason}
            className={
              '-mb-px h-11 rounded-t-md -outline-offset-2 border-b-2 border-transparent px-3 text-sm font-medium text-muted transition-colors sm:px-4 ' +
              'hover:text-ink aria-selected:border-accent aria-selected:text-ink ' +
              'disabled:cursor-not-allowed disabled:opacity-60 disabled:hover:text-muted'
            }
          >
            {tab.label}
          </button>
        ))}
      </div>
      {tabs.map((tab) => (
        <div
          key={tab.value}
          role="tabpanel"
          id={`${id}-panel-${tab.value}`}
          aria-labelledby={`${id}-tab-${tab.value}`}
          tabIndex={0}
          hidden={tab.value !== value}
          className="rounded-lg"
        >
          {tab.value === value && tab.content}
        </div>
      ))}
    </div>
  )
}

function goToAnother(event: KeyboardEvent<HTMLElement>): void {
  const here = event.currentTarget
  const tabs = [...(here.parentElement?.querySelectorAll<HTMLElement>('[role=tab]:enabled') ?? [])]
  const at = tabs.indexOf(here)
  const next = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: -1 }[event.key]
  if (next === undefined) return
  event.preventDefault()
  const tab = tabs.at(next % tabs.length)
  tab?.focus()
  tab?.click()
}
