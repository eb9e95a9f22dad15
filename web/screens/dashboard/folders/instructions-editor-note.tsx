import { t } from '../../../texts/translate.ts'

/** What the keys do, or that the text is a draft from before. */
export const InstructionsEditorNote = ({ wasRestored }: { wasRestored: boolean }) => (
  <p className="mr-auto text-xs text-muted">
    {wasRestored ? t('Your unsaved text from before. Cancel discards it.') : t('Ctrl+Enter or ⌘+Enter saves.')}
  </p>
)
