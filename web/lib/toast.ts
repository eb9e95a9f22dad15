import { type ToastAction, toasts } from '../ui/toast-store.ts'

export const toastError = (title: string, description?: string, action?: ToastAction): void =>
  toasts.show('bad', title, description, action)
export const toastSuccess = (title: string, description?: string, action?: ToastAction): void =>
  toasts.show('good', title, description, action)
