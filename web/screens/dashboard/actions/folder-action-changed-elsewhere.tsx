import { Button } from '../../../ui/button.tsx'

/** Above the buttons, where it is in sight: what was typed is still there, and what is saved can be looked at before one of them stays. */
export function ChangedElsewhere({ showsMine, swap }: { showsMine: boolean; swap: () => void }) {
  return (
    <div className="flex basis-full flex-wrap items-center justify-between gap-x-4 gap-y-2 text-sm">
      <p role="alert" className="flex-1 basis-64 font-medium text-pretty">
        {showsMine
          ? 'Not saved: another window has saved different settings. Yours are still here; saving them replaces those.'
          : 'These settings were saved in another window. Cancel keeps them as they are.'}
      </p>
      <Button size="small" onClick={swap}>
        {showsMine ? 'Show what is saved' : 'Back to mine'}
      </Button>
    </div>
  )
}
