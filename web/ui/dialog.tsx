import { AlertDialog, Dialog as Primitive } from 'radix-ui'
import { type ReactNode, useState } from 'react'
import { Button, type ButtonProps } from './button.tsx'
import { cx } from './cx.ts'
import { stayForToasts } from './toast-store.ts'

const boxLook =
  'fixed left-1/2 z-50 w-[calc(100vw-2rem)] -translate-x-1/2 animate-appear ' +
  'overflow-y-auto overscroll-contain rounded-2xl border border-line bg-surface p-6 shadow-float focus:outline-none'
const sizes = {
  medium: 'top-1/2 max-h-[calc(100dvh-2rem)] max-w-md -translate-y-1/2',
  // Hung up at its top: what appears in it later makes it longer, and nothing above moves.
  wide: 'top-4 max-h-[calc(100dvh-2rem)] max-w-2xl sm:top-[6dvh] sm:max-h-[88dvh]',
}

// Not the library's own overlay: that one locks scrolling by writing style elements, which our content policy forbids.
const Backdrop = () => <div aria-hidden="true" className="fixed inset-0 z-50 animate-appear bg-backdrop" />

/**
 * Gives the focus back to what had it when the dialog opened; where that is gone (its row was removed), to the page's heading.
 * The library does it for triggers of its own only.
 */
function useReturnedFocus(): (event: Event) => void {
  const [opener] = useState(() => (document.activeElement instanceof HTMLElement ? document.activeElement : null))
  return (event) => {
    event.preventDefault()
    const target = opener?.isConnected ? opener : document.querySelector<HTMLElement>('h1')
    target?.focus()
  }
}

/** Rendered while it is open. */
export interface DialogProps {
  onClose: () => void
  title: string
  description: string
  /** `wide`: for much to read, and for what grows while it is open. */
  size?: keyof typeof sizes
  children: ReactNode
}

export function Dialog({ onClose, title, description, size = 'medium', children }: DialogProps) {
  const returnFocus = useReturnedFocus()
  return (
    <Primitive.Root open onOpenChange={(next) => !next && onClose()}>
      <Primitive.Portal>
        <Backdrop />
        <Primitive.Content
          aria-modal="true"
          onInteractOutside={stayForToasts}
          onCloseAutoFocus={returnFocus}
          className={cx(boxLook, sizes[size])}
        >
          <Primitive.Title className="text-lg font-semibold">{title}</Primitive.Title>
          <Primitive.Description className="mt-1 text-sm text-pretty text-muted">{description}</Primitive.Description>
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}

/** Leaves the dialog as Escape does. */
export const DialogClose = (props: ButtonProps) => (
  <Primitive.Close asChild>
    <Button {...props} />
  </Primitive.Close>
)

interface ConfirmDialogProps {
  onCancel: () => void
  onConfirm: () => void
  title: string
  description: ReactNode
  /** What is more than a text, between it and the buttons. */
  children?: ReactNode
  confirmLabel: string
  /** Where “Cancel” could be taken for what is asked about. */
  cancelLabel?: string
  busyLabel: string
  busy: boolean
  /** What is asked about is still being looked up. */
  paused?: boolean
  /** `primary` where nothing is lost. */
  tone?: 'danger' | 'primary'
}

/** Asks before something that cannot be undone. It stays open while the request runs, and Escape leaves it. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const returnFocus = useReturnedFocus()
  return (
    <AlertDialog.Root open onOpenChange={(next) => !next && !props.busy && props.onCancel()}>
      <AlertDialog.Portal>
        <Backdrop />
        <AlertDialog.Content aria-modal="true" onCloseAutoFocus={returnFocus} className={cx(boxLook, sizes.medium)}>
          <AlertDialog.Title className="text-lg font-semibold">{props.title}</AlertDialog.Title>
          <AlertDialog.Description className="mt-2 text-sm text-pretty text-muted">
            {props.description}
          </AlertDialog.Description>
          {props.children}
          <div className="mt-6 flex flex-wrap justify-end gap-2">
            <AlertDialog.Cancel asChild>
              <Button disabled={props.busy}>{props.cancelLabel ?? 'Cancel'}</Button>
            </AlertDialog.Cancel>
            <Button
              tone={props.tone ?? 'danger'}
              busy={props.busy}
              paused={props.paused ?? false}
              onClick={props.onConfirm}
            >
              {props.busy ? props.busyLabel : props.confirmLabel}
            </Button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
