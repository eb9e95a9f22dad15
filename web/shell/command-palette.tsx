import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { foldersQuery } from '../api/folders.ts'
import { useProduct } from '../api/product.tsx'
import { useUser } from '../api/signed-in-user.tsx'
import { useMailboxes } from '../features/mailbox/active-mailbox.tsx'
import { onDemand } from '../lib/on-demand.tsx'
import { navigate } from '../routing/router.ts'
import { t, text } from '../texts/translate.ts'
import { announce } from '../ui/announcer.tsx'
import { cx } from '../ui/cx.ts'
import { Dialog } from '../ui/dialog.tsx'
import { KeyCap } from '../ui/key-cap.tsx'
import { hasSingleKeys } from '../ui/single-keys.ts'
import { inputClasses } from '../ui/text-field.tsx'
import { type PaletteEntry, paletteEntries } from './palette-entries.ts'
import { type PaletteDialog, usePaletteCommands } from './use-palette-commands.ts'
import { useSignOut } from './use-sign-out.ts'

const CreateFolderDialog = onDemand(
  async () => (await import('../features/mail/create-folder-dialog.tsx')).CreateFolderDialog,
  { failed: ({ onClose }) => onClose() },
)
const SortExistingDialog = onDemand(
  async () => (await import('../features/sort-existing/sort-existing-dialog.tsx')).SortExistingDialog,
  { failed: ({ onClose }) => onClose() },
)

interface CommandPaletteProps {
  /** The palette, or what one of its commands has opened in its place. */
  shows: PaletteDialog
  onOpen: (dialog: PaletteDialog) => void
  onClose: () => void
}

/** Runs a command, goes to a page, a folder's email or another mailbox, or searches the history, by keyboard. */
export function CommandPalette({ shows, onOpen, onClose }: CommandPaletteProps) {
  const { active } = useMailboxes()
  if (shows === 'create-folder')
    return (
      <CreateFolderDialog
        mailboxId={active?.id ?? null}
        description={t('The folder is created in your mailbox. Then you see which of your emails would go there.')}
        onClose={onClose}
        onCreated={({ id }) => void navigate({ to: '/dashboard', search: { tab: 'folders', folder: id } })}
      />
    )
  if (shows === 'sort-existing') return active && <SortExistingDialog mailbox={active} onClose={onClose} />
  return <Palette onOpen={onOpen} onClose={onClose} />
}

function Palette({ onOpen, onClose }: Omit<CommandPaletteProps, 'shows'>) {
  const { list: mailboxes, active, setActive } = useMailboxes()
  const { hasPlans } = useProduct()
  const { isOperator } = useUser()
  const commands = usePaletteCommands(onOpen)
  const { submit: signOut } = useSignOut()
  const { data: folders = [] } = useQuery({ ...foldersQuery(active?.id ?? ''), enabled: active !== null })
  const [text, setText] = useState('')
  const [selected, setSelected] = useState(0)
  const activeId = active?.id
  const entries = paletteEntries(text, { commands, folders, mailboxes, activeId, hasPlans, isOperator, signOut })
  const current = entries[Math.min(selected, entries.length - 1)]

  const run = ({ name, target }: PaletteEntry): void => {
    onClose()
    if ('run' in target) return target.run()
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
      title={t('Search or run a command')}
      description={t('A command, a page, a folder, a mailbox, or words of an email.')}
    >
      <input
        type="text"
        aria-label={t('Search or run a command')}
        placeholder={t('Search')}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setSelected(0)
        }}
        onKeyDown={press}
        className={`${inputClasses} sticky top-0 mt-4 h-11 shrink-0`}
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
  <li ref={(item) => (isSelected ? item?.scrollIntoView({ block: 'nearest' }) : undefined)}>
    {startsGroup && <p className="px-3 pt-3 pb-1 text-xs font-medium text-muted">{t(entry.group)}</p>}
    <button
      type="button"
      aria-current={isSelected || undefined}
      onClick={onChoose}
      className={cx(
        'flex w-full items-center justify-between gap-3 rounded-lg px-3 py-2 text-left text-sm',
        isSelected ? 'bg-accent-soft text-accent-strong' : 'hover:bg-sunken',
      )}
    >
      <span className="min-w-0 wrap-anywhere">{entry.name}</span>
      {entry.key !== undefined && hasSingleKeys() && <KeyCap>{entry.key}</KeyCap>}
    </button>
  </li>
)
