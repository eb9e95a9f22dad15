import { reloadRoute } from '../routing/router.ts'
import { t } from '../texts/translate.ts'
import { Button } from '../ui/button.tsx'
import { FullPage } from './full-page.tsx'

/** Shown if a screen fails. The reload button helps if a script is missing because a new version was deployed. */
export function ErrorView() {
  return (
    <FullPage
      title={t('Error')}
      heading={t('Unexpected Application Error!')}
      text={<p role="alert">{t('This page could not be shown. Nothing you have set up is lost.')}</p>}
      action={
        <>
          <Button tone="primary" onClick={() => void reloadRoute()}>
            {t('Try Again')}
          </Button>
          <Button onClick={() => location.reload()}>{t('Reload Page')}</Button>
        </>
      }
    />
  )
}
