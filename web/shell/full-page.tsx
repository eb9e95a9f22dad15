import { createContext, type ReactNode, use, useLayoutEffect } from 'react'
import { useProduct } from '../api/product.tsx'
import { useSubmission } from '../forms/use-submission.ts'
import { onDemand } from '../lib/on-demand.tsx'
import { reloadRoute } from '../routing/router.ts'
import { t } from '../texts/translate.ts'
import { Button } from '../ui/button.tsx'
import { RetryButton } from '../ui/retry-button.tsx'
import { replacePrerendered } from './replace-prerendered.ts'

// Not part of the code that every visitor loads.
const AirmailEnvelope = onDemand(async () => (await import('./airmail-envelope.tsx')).AirmailEnvelope, {
  failed: 'quiet',
})

/** Whether the signed-in layout surrounds the page: it already contains the `main` landmark. */
export const InsideLayout = createContext(false)

/** Page with one message and an action, for unknown URLs and errors. */
export function FullPage({
  title,
  heading,
  text,
  action,
}: {
  title: string
  heading: string
  text: ReactNode
  action: ReactNode
}) {
  const { name } = useProduct()
  const isInsideLayout = use(InsideLayout)
  useLayoutEffect(replacePrerendered, [])
  const Landmark = isInsideLayout ? 'div' : 'main'
  return (
    <Landmark className={`grid flex-1 grid-cols-1 place-items-center px-6 py-16 ${isInsideLayout ? '' : 'min-h-dvh'}`}>
      <title>{`${title} · ${name}`}</title>
      <div className="max-w-full text-center sm:max-w-md">
        <div className="mb-8 flex h-32 justify-center">
          <AirmailEnvelope />
        </div>
        <h1 tabIndex={-1} className="text-xl font-semibold tracking-tight">
          {heading}
        </h1>
        <div className="mt-2 text-muted">{text}</div>
        <div className="mt-6 flex justify-center gap-3">{action}</div>
      </div>
    </Landmark>
  )
}

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
