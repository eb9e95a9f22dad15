import { Copy } from 'lucide-react'
import { toastError } from '../../lib/toast.ts'
import { announce } from '../../ui/announcer.tsx'
import { Button } from '../../ui/button.tsx'
import { useState } from 'react'

interface CopyButtonProps {
  /** First words of the announcement, e.g. “Secret”. */
  what: string
  text: string
  className?: string
}

export function CopyButton({ what, text, className }: CopyButtonProps) {
  const [copied, setCopied] = useState(false)
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
      announce(`${what} copied`)
    } catch {
      toastError('Failed to copy', 'Please select the text and copy it by hand.')
    }
  }
  return (
    <Button
      size="small"
      icon={<Copy aria-hidden="true" />}
      className={className}
      onBlur={() => setCopied(false)}
      onClick={() => void copy()}
    >
      {copied ? 'Copied' : 'Copy'}
    </Button>
  )
}
