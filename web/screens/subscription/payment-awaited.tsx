import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Spinner } from '../../ui/spinner.tsx'

/** Somebody came back from paying, and the payment provider has not confirmed it yet. */
export function PaymentAwaited({ late, onLookAgain }: { late: boolean; onLookAgain: () => void }) {
  const [askedAgain, setAskedAgain] = useState(false)
  const lookAgain = (): void => {
    setAskedAgain(true)
    onLookAgain()
  }
  return (
    <output className="mb-6 block">
      <Notice tone={late || askedAgain ? 'warn' : 'neutral'}>
        {late || askedAgain ? (
          <>
            <p>
              The payment provider has not confirmed a payment yet. Your plan changes by itself as soon as it does; you
              need not stay on this page.
            </p>
            <Button size="small" className="mt-2.5" busy={!late} onClick={lookAgain}>
              Check Again
            </Button>
          </>
        ) : (
          <span className="flex items-center gap-3">
            <Spinner />
            Waiting for your payment to be confirmed...
          </span>
        )}
      </Notice>
    </output>
  )
}
