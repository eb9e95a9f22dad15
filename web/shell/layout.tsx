import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { followTimeZone, reportLanguage } from '../api/account-locale.ts'
import { followLiveEvents } from '../api/live-events.ts'
import { SessionProvider, useUser } from '../api/signed-in-user.tsx'
import { MailboxesProvider } from '../features/mailbox/active-mailbox.tsx'
import { useMailboxReturn } from '../features/mailbox/use-mailbox-return.ts'
import { useNotificationSetting } from '../features/notifications/notification-setting.ts'
import { onDemand } from '../lib/on-demand.tsx'
import { setTimeZone } from '../lib/time-zone.ts'
import { timeZoneKey } from '../lib/user-storage.ts'
import { t } from '../texts/translate.ts'
import { cx } from '../ui/cx.ts'
import { BottomStrips } from './bottom-strips.tsx'
import { InsideLayout } from './full-page.tsx'
import { Header } from './header.tsx'
import { Navigation, type ShellDialog } from './navigation.tsx'
import { replacePrerendered } from './replace-prerendered.ts'

// Loaded where the user has switched it on.
const BrowserNotifier = onDemand(
  async () => (await import('../features/notifications/browser-notifier.tsx')).BrowserNotifier,
  {
    failed: 'quiet',
  },
)

setTimeZone(localStorage.getItem(timeZoneKey))

/** Layout of all signed-in screens. */
export function Layout({ children }: { children: ReactNode }) {
  return (
    <SessionProvider>
      <MailboxesProvider>
        <Frame>{children}</Frame>
      </MailboxesProvider>
    </SessionProvider>
  )
}

function Frame({ children }: { children: ReactNode }) {
  const client = useQueryClient()
  const showsNotifications = useNotificationSetting(useUser().id)
  useLayoutEffect(replacePrerendered, [])
  useEffect(() => {
    const controller = new AbortController()
    void followLiveEvents(client, controller.signal)
    // The next load of a page reports them where this fails.
    Promise.all([followTimeZone(client, controller.signal), reportLanguage()]).catch(() => undefined)
    return () => controller.abort()
  }, [client])
  useMailboxReturn()
  const [dialog, setDialog] = useState<ShellDialog | null>(null)
  const close = (): void => setDialog(null)
  usePaletteShortcut(() => setDialog('palette'))

  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className={cx(
          'sr-only z-60 rounded-lg bg-accent px-4 py-2 text-sm font-medium text-on-accent',
          'focus:not-sr-only focus:fixed focus:top-3 focus:left-3',
        )}
      >
        {t('Skip to content')}
      </a>
      <Header onOpen={setDialog} />
      <div className="mx-auto flex w-full max-w-360 flex-1 max-lg:flex-col">
        <Navigation onOpen={setDialog} />
        <main
          id="content"
          tabIndex={-1}
          className={cx(
            'flex min-w-0 flex-1 flex-col px-4 pt-6 pb-24 outline-none short:pb-6',
            'sm:px-6 lg:px-10 lg:pt-8',
          )}
        >
          <InsideLayout value>{children}</InsideLayout>
        </main>
      </div>
      {showsNotifications && <BrowserNotifier />}
      <BottomStrips />
      {dialog === 'help' ? (
        <HelpDrawer onClose={close} />
      ) : (
        dialog && <CommandPalette shows={dialog} onOpen={setDialog} onClose={close} />
      )}
    </div>
  )
}

const CommandPalette = onDemand(async () => (await import('./command-palette.tsx')).CommandPalette, {
  failed: ({ onClose }) => onClose(),
})
const HelpDrawer = onDemand(async () => (await import('../features/help/help-drawer.tsx')).HelpDrawer, {
  failed: ({ onClose }) => onClose(),
})

/** Ctrl+K or ⌘+K, unless a dialog is open. */
function usePaletteShortcut(open: () => void): void {
  const run = useEffectEvent(open)
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const isShortcut = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey
      if (!isShortcut || event.shiftKey || document.querySelector('[role=dialog],[role=alertdialog]')) return
      event.preventDefault()
      run()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}
