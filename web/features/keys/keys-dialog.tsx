import { t, text } from '../../texts/translate.ts'
import { Dialog, DialogClose, DialogFooter } from '../../ui/dialog.tsx'
import { KeyCap } from '../../ui/key-cap.tsx'
import { type Shortcut, switchSingleKeys, useHasSingleKeys } from '../../ui/single-keys.ts'
import { SwitchField } from '../../ui/switch-field.tsx'

const ofAllScreens: readonly Shortcut[] = [
  { names: ['?'], effect: text('Show these keys') },
  { names: [navigator.userAgent.includes('Mac') ? '⌘ K' : 'Ctrl K'], effect: text('Search or run a command') },
]

interface KeysDialogProps {
  shortcuts: readonly Shortcut[]
  onClose: () => void
}

/** All keys of a screen, and the switch of those that work alone. */
export function KeysDialog({ shortcuts, onClose }: KeysDialogProps) {
  return (
    <Dialog
      onClose={onClose}
      size="wide"
      title={t('Keyboard shortcuts')}
      description={t('They work on this page, but not while you type or while a dialog is open.')}
    >
      <dl className="mt-4 gap-x-8 text-sm sm:columns-2">
        {[...shortcuts, ...ofAllScreens].map(({ names, effect }) => (
          <div key={effect} className="flex min-h-8 break-inside-avoid items-center justify-between gap-3 py-1">
            <dt className="order-2 flex shrink-0 items-center gap-1">
              {names.map((name) =>
                name === '–' ? (
                  <span key={name}>–</span>
                ) : (
                  <KeyCap key={name} always>
                    {name}
                  </KeyCap>
                ),
              )}
            </dt>
            <dd className="min-w-0">{t(effect)}</dd>
          </div>
        ))}
      </dl>
      <SingleKeysSwitch />
      <DialogFooter>
        <DialogClose>{t('Close')}</DialogClose>
      </DialogFooter>
    </Dialog>
  )
}

function SingleKeysSwitch() {
  const isOn = useHasSingleKeys()
  return (
    <div className="mt-4 border-t border-line pt-4">
      <SwitchField
        label={t('Answer with single keys')}
        hint={t('Switch them off if speech input or accidental presses move emails. This browser keeps the choice.')}
        checked={isOn}
        onChange={switchSingleKeys}
      />
    </div>
  )
}
