import { ArrowUp } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { tn } from '../../texts/translate.ts'
import { announce } from '../../ui/announcer.tsx'
import { Button } from '../../ui/button.tsx'
import { focusListHeading } from './list-heading.tsx'

/** Shows how many messages have arrived meanwhile; a click adds them to the list. */
export function NewerEmailsButton({ newer, onShow }: { newer: number; onShow: () => void }) {
  const announced = useRef(newer)
  useEffect(() => {
    if (newer > announced.current)
      announce(tn(newer - announced.current, '{count} new email in the history', '{count} new emails in the history'))
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
      {tn(newer, '{count} new email', '{count} new emails')}
    </Button>
  )
}
