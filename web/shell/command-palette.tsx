import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { foldersQuery } from '../api/folders.ts'
import { useMailboxes } from '../features/mailbox/active-mailbox.tsx'
import { navigate } from '../routing/router.ts'
import { t, text } from '../texts/translate.ts'
import { announce } from '../ui/announcer.tsx'
import { cx } from '../ui/cx.ts'
import { Dialog } from '../ui/dialog.tsx'
import { KeyCap } from '../ui/key-cap.tsx'
import { inputClasses } from '../ui/text-field.tsx'
import { type PaletteEntry, paletteEntries } from './palette-entries.ts'

/** Goes to a page, a folder's email or another mailbox, or searches the history, by keyboard. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const { list: mailboxes, active, setActive } = useMailboxes()
  const { data: folders = [] } = useQuery({ ...foldersQuery(active?.id ?? ''), enabled: active !== null })
  const [text, setText] = useState('')
  const [selected, setSelected] = useState(0)
  const entries = paletteEntries(text, { folders, mailboxes, activeId: active?.id })
  const current = entries[Math.min(selected, entries.length - 1)]

  const run = ({ name, target }: PaletteEntry): void => {
    onClose()
    if (!('mailboxId' in target)) return void navigate(target)
    setActive(target.mailboxId)
    announce(t('{name} is the current mailbox', { name }))
  }
  const press = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && entries.length > 0) {
      event.preventDefault()
      const next = (Math.min(selected, entries.length - 1) + step + entries.length) % entries.length
      setSelected(next)
      announce(entries[next]?.name ?? '')
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing && current) {
      event.preventDefault()
      run(current)
    }
  }
  return (
    <Dialog
      onClose={onClose}
      size="wide"
      title={t('Go to')}
      description={t('A page, a folder, a mailbox, or a search.')}
    >
      <input
        type="text"
        aria-label={t('Go to')}
        placeholder={t('Search')}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setSelected(0)
        }}
        onKeyDown={press}
        className={`${inputClasses} mt-4 h-11`}
      />
      <ul aria-label={t('Results')} className="mt-3">
        {entries.map((entry, index) => (
          <Result
            key={entry.id}
            entry={entry}
            startsGroup={entry.group !== entries[index - 1]?.group}
            isSelected={entry === current}
            onChoose={() => run(entry)}
          />
        ))}
      </ul>
      <KeyLegend />
    </Dialog>
  )
}

const keys = [
  { names: ['↑', '↓'], effect: text('choose') },
  { names: ['Enter'], effect: text('open') },
  { names: ['Esc'], effect: text('close') },
]

// The caps are hidden on touch devices, and their texts with them.
const KeyLegend = () => (
  <p className="mt-4 flex flex-wrap gap-x-5 gap-y-2 border-t border-line pt-3 text-xs text-muted pointer-coarse:hidden">
    {keys.map(({ names, effect }) => (
      <span key={effect} className="flex items-center gap-1.5">
        {names.map((name) => (
          <KeyCap key={name}>{name}</KeyCap>
        ))}
        {t(effect)}
      </span>
    ))}
  </p>
)

interface ResultProps {
  entry: PaletteEntry
  startsGroup: boolean
  /** Enter in the field chooses it. */
  isSelected: boolean
  onChoose: () => void
}

const Result = ({ entry, startsGroup, isSelected, onChoose }: ResultProps) => (
  <li>
    {startsGroup && <p className="px-3 pt-3 pb-1 text-xs font-medium text-muted">{t(entry.group)}</p>}
    <button
      type="button"
      aria-current={isSelected || undefined}
      onClick={onChoose}
      className={cx(
        'block w-full rounded-lg px-3 py-2 text-left text-sm wrap-anywhere',
        isSelected ? 'bg-accent-soft text-accent-strong' : 'hover:bg-sunken',
      )}
    >
      {entry.name}
    </button>
  </li>
)
