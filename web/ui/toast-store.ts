export interface ToastMessage {
  id: number
  tone: 'neutral' | 'good' | 'bad'
  title: string
  description: string | undefined
}

let last = 0
let shown: readonly ToastMessage[] = []
const listeners = new Set<() => void>()

function publish(next: readonly ToastMessage[]): void {
  shown = next
  for (const listener of listeners) listener()
}

/** Shown by `Toaster`, which is loaded after the first screen: what is said before it is there waits for it. */
export const toasts = {
  show(tone: ToastMessage['tone'], title: string, description?: string): void {
    publish([...shown, { id: ++last, tone, title, description }])
  },
  dismiss(id: number): void {
    publish(shown.filter((toast) => toast.id !== id))
  },
  current: (): readonly ToastMessage[] => shown,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

/** Where toasts are shown. */
export const toastsId = 'toasts'

/** For what closes when somebody clicks beside it: taking a toast away is no such click, and by then the toast may be gone already. */
export function stayForToasts(event: Event): void {
  const { target } = event
  if (target instanceof Element && (!target.isConnected || target.closest(`#${toastsId}`))) event.preventDefault()
}
