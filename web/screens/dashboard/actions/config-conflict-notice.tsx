import { Button } from '../../../ui/button.tsx'
import { t } from '../../../texts/translate.ts'

/**
 * Shown if another window has saved other settings meanwhile: the user can compare both versions before saving or
 * cancelling.
 */
export function ConfigConflictNotice({ showsOwn, swap }: { showsOwn: boolean; swap: () => void }) {
  return (
    <div className="flex basis-full flex-wrap items-center justify-between gap-x-4 gap-y-2 text-sm">
      <p role="alert" className="flex-1 basis-64 font-medium text-pretty">
        {showsOwn
          ? t(
              'Not saved: different settings were saved in another window. Yours are still here; saving ' +
                'replaces the others.',
            )
          : t('These settings were saved in another window. Cancel keeps them as they are.')}
      </p>
      <Button size="small" onClick={swap}>
        {showsOwn ? t('Show saved settings') : t('Show my settings')}
      </Button>
    </div>
  )
}
