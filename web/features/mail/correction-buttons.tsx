import { cx } from '../../ui/cx.ts'
import { useHasSingleKeys } from '../../ui/single-keys.ts'
import type { EmailRowAction } from './email-actions.tsx'

interface CorrectionButtonsProps {
  actions: readonly EmailRowAction[]
  /** Beside other columns: what is said in the details is left out. */
  compact: boolean
}

/** The actions of an email as buttons. */
export function CorrectionButtons({ actions, compact }: CorrectionButtonsProps) {
  const hasKeys = useHasSingleKeys()
  const hasFolders = actions.some(({ key }) => key === '1')
  // Beside the names of folders, icons are enough.
  const isIcon = (key: string): boolean => compact && (key === 'O' || (hasFolders && (key === 'M' || key === 'I')))
  return actions
    .filter(({ key }) => !compact || (key !== 'N' && key !== 'A'))
    .map((action) => (
      <button
        key={action.key}
        type="button"
        aria-label={action.name}
        aria-keyshortcuts={hasKeys ? action.key : undefined}
        title={action.name}
        onClick={action.run}
        className={cx(
          actionClasses,
          compact ? 'max-w-44' : 'max-w-full',
          isIcon(action.key) && 'min-w-7 shrink-0 justify-center px-1.5! pointer-coarse:min-w-9',
          // In a narrow row it is among the details.
          compact && action.key === 'O' && '@max-2xl:hidden',
        )}
      >
        {action.icon}
        {!isIcon(action.key) && <bdi className="truncate">{action.text}</bdi>}
        {/* Taught where keys are used. */}
        {hasKeys && <kbd className="hidden font-sans text-2xs text-muted with-row-focus:inline">{action.key}</kbd>}
      </button>
    ))
}

const actionClasses = cx(
  'inline-flex h-7 min-w-0 items-center gap-1.5 rounded-full border border-line bg-surface px-2.5 text-xs',
  'font-medium text-ink shadow-card transition-colors select-none hover:border-edge hover:bg-sunken pointer-coarse:h-9',
  '[&_svg]:size-3.5 [&_svg]:shrink-0 [&_svg]:text-muted',
)
