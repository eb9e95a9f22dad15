import { Search } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { inputClasses } from './text-field.tsx'

const searchDebounceMs = 300

interface SearchBoxProps {
  label: string
  maxLength: number
  onChange: (text: string) => void
}

/** Takes effect when the user stops typing. */
export function SearchBox({ label, maxLength, onChange }: SearchBoxProps) {
  const [draft, setDraft] = useState('')
  const apply = useEffectEvent(onChange)
  const text = draft.trim()
  useEffect(() => {
    const timer = setTimeout(() => apply(text), searchDebounceMs)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <div className="relative min-w-0 flex-1 basis-40 sm:max-w-72">
      <Search aria-hidden="true" className="pointer-events-none absolute inset-y-0 left-3 my-auto size-4 text-muted" />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        maxLength={maxLength}
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
        className={`${inputClasses} h-9 pl-9 text-sm text-ellipsis`}
      />
    </div>
  )
}
