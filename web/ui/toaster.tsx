import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import {
  type PointerEvent as ReactPointerEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { t } from '../texts/translate.ts'
import { announce } from './announcer.tsx'
import { Button } from './button.tsx'
import { cx } from './cx.ts'
import { type ToastMessage, toastRegionId, toasts } from './toast-store.ts'

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
          'max-lg:not-short:with-menu:bottom-16',
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

/** Long enough to read, decide and press. */
const durationWithActionMs = 10_000

interface ItemProps {
  toast: ToastMessage
  duration: number
  paused: boolean
  onDismiss: () => void
}

function Item({ toast, duration, paused, onDismiss }: ItemProps) {
  const { title, description, tone, action } = toast
  const swipe = useSwipeAway(onDismiss)
  useToastTimer(toast.id, action ? durationWithActionMs : duration, paused)
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
      {action && (
        <Button
          size="small"
          className="shrink-0"
          onClick={() => {
            onDismiss()
            action.run()
          }}
        >
          {action.label}
        </Button>
      )}
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

/** Whether toasts stay: the pointer or the focus is on one, or the window is inactive. Also focuses the list on F8. */
function useToastsPaused(list: RefObject<HTMLElement | null>): boolean {
  const [hovered, setHovered] = useState(false)
  const [focused, setFocused] = useState(false)
  const [inactive, setInactive] = useState(() => !document.hasFocus())

  useEffect(() => {
    const element = list.current
    const listeners = new AbortController()
    const { signal } = listeners
    element?.addEventListener('focusin', ({ target }) => setFocused(target !== element), { signal })
    element?.addEventListener('focusout', () => setFocused(false), { signal })
    // Listens on the window: removing a hovered toast fires no pointer event on it.
    const isOverList = ({ target, pointerType }: PointerEvent): boolean =>
      pointerType !== 'touch' && target instanceof Node && element?.contains(target) === true
    addEventListener('pointerover', (event) => setHovered(isOverList(event)), { signal })
    addEventListener('blur', () => setInactive(true), { signal })
    addEventListener('focus', () => setInactive(false), { signal })
    addEventListener('keydown', ({ code }) => code === 'F8' && element?.focus(), { signal })
    return () => listeners.abort()
  }, [list])

  return hovered || focused || inactive
}

/** Dismisses a toast after `duration` milliseconds, not counting pauses. */
function useToastTimer(id: number, duration: number, paused: boolean): void {
  const remaining = useRef(duration)
  useEffect(() => {
    if (paused) return undefined
    const startedAt = performance.now()
    const timer = setTimeout(() => toasts.dismiss(id), remaining.current)
    return () => {
      clearTimeout(timer)
      remaining.current -= performance.now() - startedAt
    }
  }, [id, paused])
}

/** Distances at which a touch becomes a swipe, and at which a swipe dismisses. */
const swipeStartPx = 10
const swipeDismissPx = 50

/**
 * Swipe to the right to dismiss. The element needs `touch-action: pan-y`.
 * @returns handlers and style of the element
 */
function useSwipeAway(onDismiss: () => void) {
  const start = useRef<number | null>(null)
  const [moved, setMoved] = useState(0)
  const end = (): void => {
    start.current = null
    setMoved(0)
  }
  return {
    style: moved > 0 ? { transform: `translateX(${moved}px)` } : undefined,
    onPointerDown: ({ pointerType, clientX }: ReactPointerEvent) => {
      if (pointerType === 'touch') start.current = clientX
    },
    onPointerMove: ({ clientX, pointerId, currentTarget }: ReactPointerEvent) => {
      if (start.current === null) return
      const distance = Math.max(0, clientX - start.current)
      if (distance < swipeStartPx && moved === 0) return
      currentTarget.setPointerCapture(pointerId)
      setMoved(distance)
    },
    // Not `moved`: the last movement may not have rendered yet.
    onPointerUp: ({ clientX }: ReactPointerEvent) => {
      const isSwipe = start.current !== null && clientX - start.current > swipeDismissPx
      end()
      if (isSwipe) onDismiss()
    },
    onPointerCancel: end,
  }
}
