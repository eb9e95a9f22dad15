import { useState } from 'react'
import { useCommands } from '../../lib/commands.ts'
import { onDemand } from '../../lib/on-demand.tsx'
import { t } from '../../texts/translate.ts'
import { Button } from '../../ui/button.tsx'
import { KeyCap } from '../../ui/key-cap.tsx'
import { type Shortcut, useHasSingleKeys, useSingleKeys } from '../../ui/single-keys.ts'

const KeysDialog = onDemand(async () => (await import('./keys-dialog.tsx')).KeysDialog, {
  failed: ({ onClose }) => onClose(),
})

/** Below a list: opens all keys of the screen, with their switch, as `?` does. */
export function KeysBar({ shortcuts }: { shortcuts: readonly Shortcut[] }) {
  const [isOpen, setIsOpen] = useState(false)
  const hasKeys = useHasSingleKeys()
  const open = (): void => setIsOpen(true)
  useCommands([{ name: t('Keyboard shortcuts'), key: '?', run: open }])
  useSingleKeys((key) => {
    if (key === '?') open()
    return key === '?'
  })
  return (
    <div className="flex min-h-13 items-center border-t border-line px-3 py-2 print:hidden">
      <Button tone="quiet" size="small" aria-keyshortcuts={hasKeys ? '?' : undefined} onClick={open}>
        {t('Keyboard shortcuts')} {hasKeys && <KeyCap>?</KeyCap>}
      </Button>
      {isOpen && <KeysDialog shortcuts={shortcuts} onClose={() => setIsOpen(false)} />}
    </div>
  )
}
