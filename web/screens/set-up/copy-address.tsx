import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { toastError } from '../../lib/toast.ts'
import { t } from '../../texts/translate.ts'
import { announce } from '../../ui/announcer.tsx'

/** An address in a sentence, and a button that copies it. */
export function CopyAddress({ address }: { address: string }) {
  const [isCopied, setIsCopied] = useState(false)
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(address)
      setIsCopied(true)
      announce(t('Address copied'))
    } catch {
      toastError(t('Failed to copy'), t('Please select the text and copy it.'))
    }
  }
  return (
    <span className="inline-flex max-w-full items-center gap-1 align-middle">
      <code className="rounded-sm bg-surface px-1.5 py-0.5 text-xs wrap-anywhere">{address}</code>
      <button
        type="button"
        aria-label={t('Copy {address}', { address })}
        title={t('Copy')}
        onBlur={() => setIsCopied(false)}
        onClick={() => void copy()}
        className="grid size-8 shrink-0 place-items-center rounded-md text-muted hover:text-ink [&_svg]:size-4"
      >
        {isCopied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
      </button>
    </span>
  )
}
