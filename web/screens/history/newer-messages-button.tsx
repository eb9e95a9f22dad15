import { ArrowUp } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { formatCount } from '../../lib/format.ts'
import { announce } from '../../ui/announcer.tsx'
import { Button } from '../../ui/button.tsx'

/** What has arrived and waits to be let in. */
export function NewerMessagesButton({ newer, onShow }: { newer: number; onShow: () => void }) {
  const said = useRef(newer)
  useEffect(() => {
    if (newer > said.current) announce(`${formatCount(newer - said.current, 'new email')} in the history`)
    said.current = newer
  }, [newer])
  if (newer === 0) return null
  return (
    <Button
      tone="primary"
      size="small"
      icon={<ArrowUp aria-hidden="true" />}
      onClick={() => {
        // The button goes away, and the focus with it.
        document.querySelector<HTMLElement>('[data-list-heading]')?.focus({ preventScroll: true })
        onShow()
      }}
    >
      {formatCount(newer, 'new email')}
    </Button>
  )
}
