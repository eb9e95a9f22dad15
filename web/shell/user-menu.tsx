import { useEffect, useId, useState } from 'react'
import { useUser } from '../api/signed-in-user.tsx'
import { initialsOf } from '../lib/initials.ts'
import { onDemand } from '../lib/on-demand.tsx'
import { t } from '../texts/translate.ts'
import { cx } from '../ui/cx.ts'
import { useDisclosure } from '../ui/use-disclosure.ts'
import { type LastClosed, useHoverDelays } from '../ui/use-hover-delays.ts'

const UserMenuEntries = onDemand(async () => (await import('./user-menu-entries.tsx')).UserMenuEntries, {
  waiting: () => <div className="h-53" />,
  failed: ({ onClose }) => onClose(),
})

const menuDelaysMs = { open: 200, skip: 300, close: 150 }
const lastClosed: LastClosed = { at: -Infinity }

const panelClasses =
  'absolute top-full right-0 z-40 mt-1.5 w-60 max-w-[calc(100vw-1.5rem)] animate-appear rounded-xl border ' +
  'border-line bg-surface p-1.5 shadow-float'
/** The account of the user, behind their initials. Opens on hover, as well as by a press. */
export function UserMenu({ onHelp }: { onHelp: () => void }) {
  const { email } = useUser()
  const panelId = useId()
  const { isOpen, setIsOpen, container, trigger } = useDisclosure()
  // A press after the pointer has opened it does not close it.
  const [isHovered, setIsHovered] = useState(false)
  const hover = useHoverDelays(menuDelaysMs, lastClosed)
  useEffect(() => {
    if (!isOpen) return
    return () => {
      lastClosed.at = performance.now()
    }
  }, [isOpen])
  const close = (): void => {
    hover.cancel()
    setIsOpen(false)
  }
  const leave = (): void => {
    if (!isOpen) hover.cancel()
    // The user may be in it by keyboard.
    else if (isHovered) hover.leave(() => container.current?.contains(document.activeElement) || close())
  }
  const open = (byHover: boolean): void => {
    hover.cancel()
    setIsOpen(true)
    setIsHovered(byHover)
  }
  return (
    <div
      ref={container}
      role="presentation"
      className="relative shrink-0"
      onPointerEnter={({ pointerType }) => {
        UserMenuEntries.prepare()
        if (pointerType === 'mouse') hover.enter(() => isOpen || open(true))
      }}
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && leave()}
    >
      <button
        ref={trigger}
        type="button"
        aria-label={t('User menu: {email}', { email })}
        aria-expanded={isOpen}
        aria-controls={isOpen ? panelId : undefined}
        onFocus={UserMenuEntries.prepare}
        onClick={() => (isOpen && !isHovered ? close() : open(false))}
        className={cx(
          'grid size-9 place-items-center rounded-full bg-accent-soft text-xs font-semibold text-accent-strong',
          'transition-colors hover:bg-accent hover:text-on-accent aria-expanded:bg-accent aria-expanded:text-on-accent',
        )}
      >
        <span aria-hidden="true">{initialsOf(email)}</span>
      </button>
      {isOpen && (
        <div id={panelId} className={panelClasses}>
          <UserMenuEntries
            email={email}
            onClose={close}
            onHelp={() => {
              // Gets the focus back when the help is closed.
              trigger.current?.focus()
              close()
              onHelp()
            }}
          />
        </div>
      )}
    </div>
  )
}
