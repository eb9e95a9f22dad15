/** Loaded together when the first of them is opened. */
export { ExamplesDialog } from './examples-dialog.tsx'
export { TargetDialogs } from './target-dialogs.tsx'
