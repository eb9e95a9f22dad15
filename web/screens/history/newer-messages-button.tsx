import { ArrowUp } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { formatCount } from '../../lib/format.ts'
import { announce } from '../../ui/announcer.tsx'
import { Button } from '../../ui/button.tsx'
import { focusListHeading } from './focus-list-heading.ts'

/** Shows how many messages have arrived meanwhile; a click adds them to the list. */
export function NewerMessagesButton({ newer, onShow }: { newer: number; onShow: () => void }) {
  const announced = useRef(newer)
  useEffect(() => {
    if (newer > announced.current) announce(`${formatCount(newer - announced.current, 'new email')} in the history`)
    announced.current = newer
  }, [newer])
  if (newer === 0) return null
  return (
    <Button
      tone="primary"
      size="small"
      icon={<ArrowUp aria-hidden="true" />}
      onClick={() => {
        // The button, which has the focus, is removed.
        focusListHeading()
        onShow()
      }}
    >
      {formatCount(newer, 'new email')}
    </Button>
  )
}
