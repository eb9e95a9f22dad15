import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { filterSubjectMaxLength } from '../../../contract/limits.ts'
import { filterDebounceMs } from '../../limits.ts'
import { inputClasses } from '../../ui/text-field.tsx'
import { t } from '../../texts/translate.ts'

interface SearchFieldProps {
  icon: ReactNode
  value: string
  onChange: (value: string) => void
}

/** Searches subjects and senders; takes effect when the user stops typing. */
export function DebouncedSearchField({ icon, value, onChange }: SearchFieldProps) {
  const [draft, setDraft] = useState(value)
  const [lastValue, setLastValue] = useState(value)
  // The URL has changed otherwise, e.g. by browser navigation.
  if (value !== lastValue) {
    setLastValue(value)
    if (value !== draft.trim()) setDraft(value)
  }
  const apply = useEffectEvent(onChange)
  const next = draft.trim()
  useEffect(() => {
    if (next === value) return
    const timer = setTimeout(() => apply(next), filterDebounceMs)
    return () => clearTimeout(timer)
  }, [next, value])

  return (
    <div className="relative">
      <span className="pointer-events-none absolute inset-y-0 left-3 grid place-items-center text-muted [&_svg]:size-4">
        {icon}
      </span>
      <input
        type="search"
        aria-label={t('Search by subject or sender')}
        placeholder={t('Search by subject or sender')}
        autoComplete="off"
        spellCheck={false}
        maxLength={filterSubjectMaxLength}
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
        className={`${inputClasses} h-11 pl-10`}
      />
    </div>
  )
}
