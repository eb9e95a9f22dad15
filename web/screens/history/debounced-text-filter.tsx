import { useEffect, useEffectEvent, useState } from 'react'
import { filterDebounceMs } from '../../limits.ts'
import { TextField } from '../../ui/text-field.tsx'

interface FilterTextProps {
  label: string
  maxLength: number
  value: string
  onChange: (value: string) => void
}

/** A text filter that takes effect when the user stops typing. */
export function DebouncedTextFilter({ label, maxLength, value, onChange }: FilterTextProps) {
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
    <TextField
      label={label}
      type="search"
      autoComplete="off"
      spellCheck={false}
      maxLength={maxLength}
      placeholder="Contains…"
      value={draft}
      onChange={(event) => setDraft(event.target.value)}
    />
  )
}
