import { useSubmission } from '../forms/use-submission.ts'
import { reloadRoute } from '../routing/router.ts'
import { t } from '../texts/translate.ts'
import { Button } from '../ui/button.tsx'
import { RetryButton } from '../ui/retry-button.tsx'
import { FullPage } from './full-page.tsx'

/** Shown if a screen fails. The reload button helps if a script is missing because a new version was deployed. */
export function ErrorView() {
  const { busy, submit } = useSubmission(reloadRoute)
  return (
    <FullPage
      title={t('Error')}
      heading={t('Unexpected Application Error!')}
      text={<p role="alert">{t('This page could not be shown. Nothing you have set up is lost.')}</p>}
      action={
        <>
          <RetryButton tone="primary" busy={busy} onRetry={() => submit(undefined)} />
          <Button onClick={() => location.reload()}>{t('Reload Page')}</Button>
        </>
      }
    />
  )
}
