import { X } from 'lucide-react'
import { AlertDialog, Dialog as Primitive } from 'radix-ui'
import { type ReactNode, useState } from 'react'
import { t } from '../texts/translate.ts'
import { Button, type ButtonProps, IconButton } from './button.tsx'
import { cx } from './cx.ts'
import { ignoreToastClicks } from './toast-store.ts'

const boxClasses =
  'fixed z-50 flex animate-appear flex-col overflow-hidden border-line bg-surface shadow-float focus:outline-none'
/** Only this scrolls, below the title. Its scroll bar ends above the buttons. */
const bodyClasses = 'scroll-body relative min-h-0 flex-1 overflow-y-auto overscroll-contain px-6 pb-6'
const centredClasses = 'left-1/2 w-[calc(100vw-2rem)] -translate-x-1/2 rounded-2xl border'
const sizes = {
  medium: `${centredClasses} top-1/2 max-h-[calc(100dvh-2rem)] max-w-md -translate-y-1/2`,
  // Anchored at the top: content that loads later does not move what is above it. On a phone toasts have room there.
  wide:
    `${centredClasses} top-4 max-h-[calc(100dvh-2rem)] max-w-2xl sm:top-[6dvh] sm:max-h-[88dvh] ` +
    'max-sm:not-short:top-26 max-sm:not-short:max-h-[calc(100dvh-7.5rem)]',
  /** At the side of the page. */
  drawer: 'inset-y-0 right-0 w-full max-w-md border-l',
}

const footerClasses =
  'sticky -bottom-6 -mx-6 mt-6 -mb-6 flex flex-wrap items-center justify-end gap-x-2 gap-y-3 ' +
  'border-t border-line bg-surface px-6 py-4'

// Radix's own overlay locks scrolling with a <style> element, which the content security policy forbids.
const Backdrop = () => (
  <div aria-hidden="true" className="pointer-events-auto fixed inset-0 z-50 animate-appear bg-backdrop" />
)

/** Of the dialogs that are shown: the element that had the focus, and where the dialog that it was in returns it. */
const openersOf = new WeakMap<Element, readonly HTMLElement[]>()

function currentOpeners(): readonly HTMLElement[] {
  const { activeElement } = document
  if (!(activeElement instanceof HTMLElement)) return []
  const dialog = activeElement.closest('[aria-modal]')
  return [activeElement, ...((dialog && openersOf.get(dialog)) ?? [])]
}

/**
 * Returns the focus to the element that had it when the dialog opened; if that was removed, to that of the dialog that
 * this one replaces, or to the page heading. Radix does this only for its own triggers. Content that opens with the
 * closing may have taken the focus.
 */
function useFocusReturn() {
  const [openers] = useState(currentOpeners)
  return {
    ref: (content: HTMLDivElement | null): void => void (content && openersOf.set(content, openers)),
    onCloseAutoFocus: (event: Event): void => {
      event.preventDefault()
      const target = openers.find((each) => each.isConnected) ?? document.querySelector<HTMLElement>('h1')
      // The body, or a dialog below this one: Radix focuses it when its content changes while nothing has the focus.
      if (document.activeElement?.contains(target)) target?.focus()
    },
  }
}

/** Render the dialog only while it is open. */
export interface DialogProps {
  onClose: () => void
  title: string
  description: string
  /** `wide`: for long content and content that grows. `drawer`: for content about the page beside it. */
  size?: keyof typeof sizes
  children: ReactNode
}

export function Dialog({ onClose, title, description, size = 'medium', children }: DialogProps) {
  const focusReturn = useFocusReturn()
  return (
    <Primitive.Root open onOpenChange={(next) => !next && onClose()}>
      <Primitive.Portal>
        <Backdrop />
        <Primitive.Content
          aria-modal="true"
          data-drawer={size === 'drawer' || undefined}
          onInteractOutside={ignoreToastClicks}
          {...focusReturn}
          className={cx(boxClasses, sizes[size])}
        >
          <div className={cx('px-6 pt-6 pb-1', size === 'drawer' && 'pr-16')}>
            <Primitive.Title className="text-lg font-semibold">{title}</Primitive.Title>
            <Primitive.Description className="mt-1 text-sm text-pretty text-muted">{description}</Primitive.Description>
          </div>
          <div className={bodyClasses}>{children}</div>
          {/* Last, so that it does not get the focus first. Others have buttons of their own that close them. */}
          {size === 'drawer' && (
            <Primitive.Close asChild>
              <IconButton
                label={t('Close')}
                icon={<X aria-hidden="true" />}
                className="fixed top-4 right-4 bg-surface"
              />
            </Primitive.Close>
          )}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}

/** The buttons of a form in a dialog; they stay visible while the fields scroll. */
export const DialogFooter = ({ children }: { children: ReactNode }) => (
  <div data-dialog-footer className={footerClasses}>
    {children}
  </div>
)

/** Closes the dialog as Escape does. */
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
  /** Content between the description and the buttons. */
  children?: ReactNode
  confirmLabel: string
  /** Set where “Cancel” could be mistaken for the action itself. */
  cancelLabel?: string
  busyLabel: string
  busy: boolean
  /** Disables the confirm button while its details load. */
  paused?: boolean
  /** `primary` if the action is not destructive. */
  tone?: 'danger' | 'primary'
}

/** Asks for confirmation. Cannot be closed while the request runs. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const focusReturn = useFocusReturn()
  return (
    <AlertDialog.Root open onOpenChange={(next) => !next && !props.busy && props.onCancel()}>
      <AlertDialog.Portal>
        <Backdrop />
        <AlertDialog.Content aria-modal="true" {...focusReturn} className={cx(boxClasses, sizes.medium)}>
          <AlertDialog.Title className="px-6 pt-6 pb-2 text-lg font-semibold">{props.title}</AlertDialog.Title>
          <div className={bodyClasses}>
            <AlertDialog.Description className="text-sm text-pretty text-muted">
              {props.description}
            </AlertDialog.Description>
            {props.children}
          </div>
          <div className="flex flex-wrap justify-end gap-2 px-6 pb-6">
            <AlertDialog.Cancel asChild>
              <Button disabled={props.busy}>{props.cancelLabel ?? t('Cancel')}</Button>
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
