import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { Toast } from 'radix-ui'
import { useSyncExternalStore } from 'react'
import { cx } from './cx.ts'
import { toasts, type ToastMessage } from './toast-store.ts'

const icons = {
  neutral: <Info className="text-accent" />,
  good: <CircleCheck className="text-good" />,
  bad: <CircleAlert className="text-bad" />,
}

/** @param visible how many at once; the oldest give way */
export function Toaster({ visible, duration }: { visible: number; duration: number }) {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.current)
  return (
    <Toast.Provider duration={duration} label="Notification" swipeDirection="right">
      {shown.slice(-visible).map((toast) => (
        <Item key={toast.id} toast={toast} />
      ))}
      <Toast.Viewport
        label="Notifications ({hotkey})"
        // Toasts announce themselves; the attribute keeps an open dialog from hiding the list together with the page.
        aria-live="off"
        className="pointer-events-none fixed right-0 bottom-0 z-60 m-0 flex w-full max-w-104 list-none flex-col gap-2 p-4 max-lg:bottom-16"
      />
    </Toast.Provider>
  )
}

function Item({ toast }: { toast: ToastMessage }) {
  return (
    <Toast.Root
      type={toast.tone === 'bad' ? 'foreground' : 'background'}
      onOpenChange={(open) => !open && toasts.dismiss(toast.id)}
      className={cx(
        'pointer-events-auto flex animate-slide-in gap-3 rounded-xl border bg-surface py-3 pr-2 pl-4 shadow-float',
        'data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)',
        toast.description ? 'items-start' : 'items-center',
        toast.tone === 'bad' ? 'border-bad/40' : 'border-line',
      )}
    >
      <span aria-hidden="true" className={cx('[&_svg]:size-4.5', toast.description && 'mt-0.5')}>
        {icons[toast.tone]}
      </span>
      <div className="min-w-0 flex-1 wrap-anywhere">
        <Toast.Title className="text-sm font-semibold">{toast.title}</Toast.Title>
        {toast.description && <Toast.Description className="text-sm text-muted">{toast.description}</Toast.Description>}
      </div>
      <Toast.Close
        aria-label="Dismiss"
        className="grid size-8 shrink-0 place-items-center rounded-md text-muted hover:bg-sunken hover:text-ink"
      >
        <X aria-hidden="true" className="size-4" />
      </Toast.Close>
    </Toast.Root>
  )
}
