import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { IconButton } from '../../../ui/button.tsx'

interface ConditionRowProps {
  words: string
  folderName: string
  isFirst: boolean
  isLast: boolean
  busy: boolean
  onMove: (direction: 'up' | 'down') => void
  onRemove: () => void
}

export function ConditionRow({ words, folderName, isFirst, isLast, busy, onMove, onRemove }: ConditionRowProps) {
  return (
    <li className="flex items-center gap-2 py-2">
      <div className="min-w-0 flex-1">
        <p dir="auto" className="text-left font-medium wrap-anywhere">
          {words}
        </p>
        <p className="text-muted wrap-anywhere">into {folderName}</p>
      </div>
      <IconButton
        label={`Move up: ${words}`}
        icon={<ArrowUp aria-hidden="true" />}
        // Not disabled: the focus must not be lost where it has come to the end.
        aria-disabled={isFirst || busy || undefined}
        className="aria-disabled:opacity-50"
        onClick={() => isFirst || busy || onMove('up')}
      />
      <IconButton
        label={`Move down: ${words}`}
        icon={<ArrowDown aria-hidden="true" />}
        aria-disabled={isLast || busy || undefined}
        className="aria-disabled:opacity-50"
        onClick={() => isLast || busy || onMove('down')}
      />
      <IconButton
        label={`Remove: ${words}`}
        icon={<Trash2 aria-hidden="true" />}
        aria-disabled={busy || undefined}
        onClick={() => busy || onRemove()}
      />
    </li>
  )
}
