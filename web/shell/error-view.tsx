import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { Button } from '../ui/button.tsx'
import { FullPage } from './full-page.tsx'

/** A screen that could not be shown. A part of the page that could not be loaded (a new version is out) is there after a reload. */
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
