import { Search } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { filterSubjectMaxLength } from '../../../contract/limits.ts'
import { useMailboxes } from '../../features/mailbox/active-mailbox.tsx'
import { t } from '../../texts/translate.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { chipClasses, SelectChip } from '../../ui/select-chip.tsx'
import { inputClasses } from '../../ui/text-field.tsx'
import { filterCount, type FilterName, type HistorySearch, withFilter } from './history-search.ts'
import { reasonChoices, statusChoices } from './history-texts.ts'
import { useFolderChoices } from './use-folder-choices.ts'

interface HistoryFiltersProps {
  search: HistorySearch
  /** How often the filters were cleared; a change remounts the fields. */
  cleared: number
  onChange: (update: (search: HistorySearch) => HistorySearch) => void
  onClear: () => void
}

/** One row that scrolls on a phone: stacked, the filters would fill half of the screen. */
export const scrollingRow = 'flex gap-2 max-sm:overflow-x-auto max-sm:py-1 max-sm:*:shrink-0 sm:flex-wrap'

/** The filters are in the URL, so they can be bookmarked, shared and restored by browser navigation. */
export function HistoryFilters({ search, cleared, onChange, onClear }: HistoryFiltersProps) {
  const set = (name: FilterName, value: string): void => onChange((current) => withFilter(current, name, value))
  return (
    <section aria-label={t('Filters')} key={cleared} className="mb-6 space-y-3 print:hidden">
      <DebouncedSearchField
        icon={<Search aria-hidden="true" />}
        value={search.search ?? ''}
        onChange={(text) => set('search', text)}
      />
      <div className={cx('items-center', scrollingRow)}>
        <ChoiceChips search={search} set={set} />
        <span className="flex gap-2">
          <DateChip label={t('From')} value={search.from} max={search.to} onChange={(from) => set('from', from)} />
          <DateChip label={t('To')} value={search.to} min={search.from} onChange={(to) => set('to', to)} />
        </span>
        {/* Where there is room the list has this button. */}
        {filterCount(search) > 0 && (
          <Button tone="quiet" className="md:hidden" onClick={onClear}>
            {t('Clear Filters')}
          </Button>
        )}
      </div>
    </section>
  )
}

const translated = (choices: readonly { value: string; label: string }[]) =>
  choices.map(({ value, label }) => ({ value, label: t(label) }))

interface ChoiceChipsProps {
  search: HistorySearch
  /** An empty value removes the filter. */
  set: (name: FilterName, value: string) => void
}

function ChoiceChips({ search, set }: ChoiceChipsProps) {
  const { list } = useMailboxes()
  const folders = useFolderChoices(search.mailbox)
  const mailboxes = [
    { value: '', label: t('All mailboxes') },
    ...list.map((mailbox) => ({ value: mailbox.id, label: mailbox.email_address })),
  ]
  const chips = [
    { name: 'status', label: t('Status'), choices: translated(statusChoices) },
    { name: 'reason', label: t('Reason'), choices: translated(reasonChoices) },
    { name: 'folder', label: t('Folder'), choices: folders },
    { name: 'mailbox', label: t('Mailbox'), choices: mailboxes },
  ] as const
  return chips.map(({ name, label, choices }) => (
    <SelectChip
      key={name}
      label={label}
      value={search[name] ?? ''}
      choices={choices}
      onChange={(value) => set(name, value)}
    />
  ))
}

interface DateChipProps {
  label: string
  value: string | undefined
  min?: string | undefined
  max?: string | undefined
  onChange: (day: string) => void
}

const DateChip = ({ label, value = '', min, max, onChange }: DateChipProps) => (
  <label className={cx(chipClasses(value !== ''), 'inline-flex items-center gap-2')}>
    {label}
    <input
      type="date"
      value={value}
      min={min}
      max={max}
      onChange={(event) => onChange(event.target.value)}
      className="bg-transparent outline-offset-4"
    />
  </label>
)

interface SearchFieldProps {
  icon: ReactNode
  value: string
  onChange: (value: string) => void
}

const filterDebounceMs = 300

/** Searches subjects and senders; takes effect when the user stops typing. */
function DebouncedSearchField({ icon, value, onChange }: SearchFieldProps) {
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
