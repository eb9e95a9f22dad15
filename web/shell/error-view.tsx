import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { Button } from '../ui/button.tsx'
import { FullPage } from './full-page.tsx'

/** Shown if a screen fails. The reload button helps if a script is missing because a new version was deployed. */
export function ErrorView({ reset }: ErrorComponentProps) {
  const router = useRouter()
  const retry = (): void => {
    reset()
    void router.invalidate()
  }
  return (
    <FullPage
      title="Error"
      heading="Unexpected Application Error!"
      text={<p role="alert">This page could not be shown. Nothing you have set up is lost.</p>}
      action={
        <>
          <Button tone="primary" onClick={retry}>
            Try Again
          </Button>
          <Button onClick={() => location.reload()}>Reload Page</Button>
        </>
      }
    />
  )
}
