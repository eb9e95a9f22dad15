import { useState } from 'react'
import { t } from '../../texts/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Spinner } from '../../ui/spinner.tsx'

/** Shown after the return from checkout until the payment provider confirms the payment. */
export function PaymentPending({ late, onCheckAgain }: { late: boolean; onCheckAgain: () => void }) {
  const [checkedAgain, setCheckedAgain] = useState(false)
  const checkAgain = (): void => {
    setCheckedAgain(true)
    onCheckAgain()
  }
  return (
    <output className="mb-6 block">
      <Notice tone={late || checkedAgain ? 'warn' : 'neutral'}>
        {late || checkedAgain ? (
          <>
            <p>
              {t(
                'The payment provider has not confirmed the payment yet. Your change takes effect automatically as ' +
                  'soon as it does; you can leave this page.',
              )}
            </p>
            <Button size="small" className="mt-2.5" busy={!late} onClick={checkAgain}>
              {t('Check Again')}
            </Button>
          </>
        ) : (
          <span className="flex items-center gap-3">
            <Spinner />
            {t('Waiting for your payment to be confirmed...')}
          </span>
        )}
      </Notice>
    </output>
  )
}
