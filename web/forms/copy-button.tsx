import { Copy } from 'lucide-react'
import { toastError } from '../lib/toast.ts'
import { announce } from '../ui/announcer.tsx'
import { Button } from '../ui/button.tsx'
import { useState } from 'react'
import { t } from '../texts/translate.ts'

interface CopyButtonProps {
  /** The announcement, e.g. “Secret copied”. */
  copied: string
  text: string
  className?: string
}

export function CopyButton({ copied, text, className }: CopyButtonProps) {
  const [isCopied, setIsCopied] = useState(false)
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text)
      setIsCopied(true)
      announce(copied)
    } catch {
      toastError(t('Failed to copy'), t('Please select the text and copy it.'))
    }
  }
  return (
    <Button
      size="small"
      icon={<Copy aria-hidden="true" />}
      className={className}
      onBlur={() => setIsCopied(false)}
      onClick={() => void copy()}
    >
      {isCopied ? t('Copied') : t('Copy')}
    </Button>
  )
}
