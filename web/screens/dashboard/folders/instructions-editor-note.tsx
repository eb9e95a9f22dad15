/** What the keys do, or that the text is a draft from before. */
export const InstructionsEditorNote = ({ wasRestored }: { wasRestored: boolean }) => (
  <p className="mr-auto text-xs text-muted">
    {wasRestored ? 'Your unsaved text from before. Cancel discards it.' : 'Ctrl+Enter or ⌘+Enter saves.'}
  </p>
)
