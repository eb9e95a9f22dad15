import { useEffect } from 'react'
import { toastSuccess } from '../../lib/toast.ts'
import { t, text } from '../../texts/translate.ts'

/** Key in `sessionStorage`: survives the reload, not the tab. */
const storageKey = 'mailroom.free-plan'
const messages = {
  activated: { title: text('Free plan activated'), text: text('You are on the free plan now.') },
  switched: { title: text('Success'), text: text('You have switched to the free plan.') },
}

/** Reloads the page after a change to the free plan; `useFreePlanNotice` shows the toast after the reload. */
export function reloadWithNotice(notice: keyof typeof messages): void {
  sessionStorage.setItem(storageKey, notice)
  location.reload()
}

/** Shows the stored notice once. */
export function useFreePlanNotice(): void {
  useEffect(() => {
    const notice = sessionStorage.getItem(storageKey)
    sessionStorage.removeItem(storageKey)
    if (notice === 'activated' || notice === 'switched')
      toastSuccess(t(messages[notice].title), t(messages[notice].text))
  }, [])
}
