import { useEffect, useEffectEvent, useState } from 'react'
import { TextField } from '../../ui/text-field.tsx'

/** Long enough that not each letter is a call, short enough that nobody presses Enter. */
const restMs = 300

interface FilterTextProps {
  label: string
  maxLength: number
  value: string
  onChange: (value: string) => void
}

/** A filter that is typed: it takes effect when the typing rests. */
export function DebouncedTextFilter({ label, maxLength, value, onChange }: FilterTextProps) {
  const [draft, setDraft] = useState(value)
  const [seen, setSeen] = useState(value)
  // The address changed by itself, e.g. by going back.
  if (value !== seen) {
    setSeen(value)
    if (value !== draft.trim()) setDraft(value)
  }
  const apply = useEffectEvent(onChange)
  const wanted = draft.trim()
  useEffect(() => {
    if (wanted === value) return
    const timer = setTimeout(() => apply(wanted), restMs)
    return () => clearTimeout(timer)
  }, [wanted, value])

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
