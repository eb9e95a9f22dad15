import { SlidersHorizontal } from 'lucide-react'
import { useId, useState } from 'react'
import { filterSenderMaxLength, filterSubjectMaxLength } from '../../../contract/limits.ts'
import { useMailboxes } from '../../shell/active-mailbox.tsx'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { DebouncedTextFilter } from './debounced-text-filter.tsx'
import { type FilterName, filterCount, type HistorySearch, withFilter } from './history-search.ts'
import { reasonChoices, statusChoices } from './history-texts.ts'
import { useFolderChoices } from './use-folder-choices.ts'

interface HistoryFiltersProps {
  search: HistorySearch
  /** How often the filters were cleared; a change remounts the fields. */
  cleared: number
  onChange: (next: HistorySearch) => void
  onClear: () => void
}

/** The filters are in the URL, so they can be bookmarked, shared and restored by browser navigation. */
export function HistoryFilters({ search, cleared, onChange, onClear }: HistoryFiltersProps) {
  const [shown, setShown] = useState(false)
  const id = useId()
  const active = filterCount(search)
  const set = (name: FilterName, value: string): void => onChange(withFilter(search, name, value))

  return (
    <section aria-label="Filters" className="mb-6 rounded-xl border border-line bg-surface shadow-card print:hidden">
      <div className="flex items-center justify-between gap-3 p-3 md:hidden">
        <Button
          tone="quiet"
          icon={<SlidersHorizontal aria-hidden="true" />}
          aria-expanded={shown}
          aria-controls={id}
          onClick={() => setShown(!shown)}
        >
          {active > 0 ? `Filters (${active})` : 'Filters'}
        </Button>
        {active > 0 && (
          <Button tone="quiet" onClick={onClear}>
            Clear Filters
          </Button>
        )}
      </div>
      <div
        id={id}
        key={cleared}
        className={cx(
          'grid grid-cols-1 gap-4 px-5 pb-5 sm:grid-cols-2 md:grid md:grid-cols-4 md:py-5',
          !shown && 'max-md:hidden',
        )}
      >
        <FilterFields search={search} set={set} />
      </div>
    </section>
  )
}

interface FilterFieldsProps {
  search: HistorySearch
  /** An empty value removes the filter. */
  set: (name: FilterName, value: string) => void
}

function FilterFields({ search, set }: FilterFieldsProps) {
  return (
    <>
      <DebouncedTextFilter
        label="Subject"
        maxLength={filterSubjectMaxLength}
        value={search.text ?? ''}
        onChange={(text) => set('text', text)}
      />
      <DebouncedTextFilter
        label="Sender"
        maxLength={filterSenderMaxLength}
        value={search.sender ?? ''}
        onChange={(sender) => set('sender', sender)}
      />
      <ChoiceFilters search={search} set={set} />
      <TextField
        label="From"
        type="date"
        value={search.from ?? ''}
        max={search.to}
        onChange={(event) => set('from', event.target.value)}
      />
      <TextField
        label="To"
        type="date"
        value={search.to ?? ''}
        min={search.from}
        onChange={(event) => set('to', event.target.value)}
      />
    </>
  )
}

function ChoiceFilters({ search, set }: FilterFieldsProps) {
  const { list } = useMailboxes()
  const folders = useFolderChoices(search.mailbox)
  const mailboxes = [
    { value: '', label: 'All mailboxes' },
    ...list.map((mailbox) => ({ value: mailbox.id, label: mailbox.email_address })),
  ]
  return (
    <>
      <SelectField
        label="Status"
        value={search.status ?? ''}
        choices={statusChoices}
        onChange={(status) => set('status', status)}
      />
      <SelectField
        label="Reason"
        value={search.reason ?? ''}
        choices={reasonChoices}
        onChange={(reason) => set('reason', reason)}
      />
      <SelectField
        label="Folder"
        value={search.folder ?? ''}
        choices={folders}
        onChange={(folder) => set('folder', folder)}
      />
      <SelectField
        label="Mailbox"
        value={search.mailbox ?? ''}
        choices={mailboxes}
        onChange={(mailbox) => set('mailbox', mailbox)}
      />
    </>
  )
}
