import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { t } from '../texts/translate.ts'
import { announce } from './announcer.tsx'
import { cx } from './cx.ts'
import { toasts, toastRegionId, type ToastMessage } from './toast-store.ts'
import { useSwipeAway } from './use-swipe-away.ts'
import { useToastTimer } from './use-toast-timer.ts'
import { useToastsPaused } from './use-toasts-paused.ts'

const icons = {
  neutral: <Info className="text-accent" />,
  good: <CircleCheck className="text-good" />,
  bad: <CircleAlert className="text-bad" />,
}

interface ToasterProps {
  /** Maximum number shown at once; the newest ones. */
  visible: number
  /** Milliseconds until a toast disappears; paused on hover, on focus and while the window is inactive. */
  duration: number
}

/**
 * F8 focuses the list; Escape, the button and a swipe to the right dismiss a toast. Not Radix Toast: with it, Escape
 * closes a toast instead of the open dialog, and the announcement runs title and description together.
 */
export function Toaster({ visible, duration }: ToasterProps) {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.current)
  const list = useRef<HTMLOListElement>(null)
  const isPaused = useToastsPaused(list)
  const current = shown.slice(-visible)

  // A toast that newer ones have pushed out is over: it would come back later, out of its context.
  useEffect(() => {
    for (const { id } of shown.slice(0, -visible)) toasts.dismiss(id)
  }, [shown, visible])

  const dismiss = ({ id }: ToastMessage): void => {
    // The focused button is removed: keep the focus in the list.
    if (list.current?.contains(document.activeElement)) list.current.focus()
    toasts.dismiss(id)
  }
  return (
    // `aria-live` keeps Radix dialogs from hiding this region; toasts are announced through `announce`.
    <section id={toastRegionId} aria-label={t('Notifications (F8)')} aria-live="off">
      <ol
        ref={list}
        tabIndex={-1}
        className={cx(
          'pointer-events-none fixed right-0 bottom-0 z-60 m-0 flex w-full max-w-104 list-none flex-col gap-2 p-4',
          'max-lg:not-short:with-menu:bottom-16 max-sm:not-short:with-menu:bottom-26',
          'with-dialog:top-0 with-dialog:bottom-auto',
        )}
      >
        {current.map((toast) => (
          <Item key={toast.id} toast={toast} duration={duration} paused={isPaused} onDismiss={() => dismiss(toast)} />
        ))}
      </ol>
    </section>
  )
}

interface ItemProps {
  toast: ToastMessage
  duration: number
  paused: boolean
  onDismiss: () => void
}

function Item({ toast, duration, paused, onDismiss }: ItemProps) {
  const { title, description, tone } = toast
  const swipe = useSwipeAway(onDismiss)
  useToastTimer(toast.id, duration, paused)
  useEffect(() => {
    announce(description ? `${title} ${description}` : title, tone === 'bad' ? 'assertive' : 'polite')
  }, [title, description, tone])
  return (
    <li
      {...swipe}
      className={cx(
        'pointer-events-auto flex touch-pan-y animate-slide-in gap-3 rounded-xl border bg-surface',
        'py-3 pr-2 pl-4 shadow-float',
        description ? 'items-start' : 'items-center',
        tone === 'bad' ? 'border-bad/40' : 'border-line',
      )}
    >
      <span aria-hidden="true" className={cx('[&_svg]:size-4.5', description && 'mt-0.5')}>
        {icons[tone]}
      </span>
      <div className="min-w-0 flex-1 wrap-anywhere">
        <div className="text-sm font-semibold">{title}</div>
        {description && <div className="text-sm text-muted">{description}</div>}
      </div>
      <button
        type="button"
        onClick={onDismiss}
        onKeyDown={({ key }) => key === 'Escape' && onDismiss()}
        aria-label={t('Dismiss')}
        className="grid size-8 shrink-0 place-items-center rounded-md text-muted hover:bg-sunken hover:text-ink"
      >
        <X aria-hidden="true" className="size-4" />
      </button>
    </li>
  )
}
