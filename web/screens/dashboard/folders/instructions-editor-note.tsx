import { cx } from '../../../ui/cx.ts'
import { t } from '../../../texts/translate.ts'

/** What the keys do, or that the text is a draft from before. */
export const InstructionsEditorNote = ({ wasRestored }: { wasRestored: boolean }) => (
  <p className={cx('flex-1 basis-24 text-xs text-muted', !wasRestored && 'pointer-coarse:hidden')}>
    {wasRestored ? t('Your unsaved text from before. Cancel discards it.') : t('Ctrl+Enter or ⌘+Enter saves.')}
  </p>
)
