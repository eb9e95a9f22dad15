export interface ToastMessage {
  id: number
  tone: 'neutral' | 'good' | 'bad'
  title: string
  description: string | undefined
  action: ToastAction | undefined
}

/** A press dismisses the toast. What the action does has to be possible elsewhere: a toast is gone after seconds. */
export interface ToastAction {
  label: string
  run: () => void
}

let last = 0
let shown: readonly ToastMessage[] = []
const listeners = new Set<() => void>()

function publish(next: readonly ToastMessage[]): void {
  shown = next
  for (const listener of listeners) listener()
}

/** Queue of toasts. `Toaster` shows them; it is loaded after the first screen, and toasts wait for it. */
export const toasts = {
  show(tone: ToastMessage['tone'], title: string, description?: string, action?: ToastAction): void {
    publish([...shown, { id: ++last, tone, title, description, action }])
  },
  dismiss(id: number): void {
    publish(shown.filter((toast) => toast.id !== id))
  },
  clear: (): void => publish([]),
  current: (): readonly ToastMessage[] => shown,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

/** Element id of the toast region. */
export const toastRegionId = 'toasts'

/**
 * Handler for `onInteractOutside`: keeps a dialog or popover open when the user dismisses a toast. The toast may
 * already be removed from the document by then.
 */
export function ignoreToastClicks(event: Event): void {
  const { target } = event
  if (target instanceof Element && (!target.isConnected || target.closest(`#${toastRegionId}`))) event.preventDefault()
}
