import { ArrowDown, ArrowUp } from 'lucide-react'
import type { MouseEvent, Ref } from 'react'
import { IconButton } from '../../../ui/button.tsx'
import { t } from '../../../texts/translate.ts'

interface ConditionMoveButtonsProps {
  text: string
  index: number
  count: number
  busy: boolean
  upButton: Ref<HTMLButtonElement>
  onMove: (event: MouseEvent<HTMLButtonElement>, to: number) => void
}

/** `aria-disabled` rather than `disabled`: a button that reaches the end of the list keeps the focus. */
export function ConditionMoveButtons({ text, index, count, busy, upButton, onMove }: ConditionMoveButtonsProps) {
  return (
    <>
      <IconButton
        ref={upButton}
        label={t('Move up: {condition}', { condition: text })}
        icon={<ArrowUp aria-hidden="true" />}
        aria-disabled={index === 0 || busy || undefined}
        onClick={(event) => busy || onMove(event, index - 1)}
      />
      <IconButton
        label={t('Move down: {condition}', { condition: text })}
        icon={<ArrowDown aria-hidden="true" />}
        aria-disabled={index === count - 1 || busy || undefined}
        onClick={(event) => busy || onMove(event, index + 1)}
      />
    </>
  )
}
