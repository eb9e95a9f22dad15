import { useEffect } from 'react'
import { toastSuccess } from '../../lib/toast.ts'

const key = 'mailroom.free-plan'
const words = {
  activated: { title: 'Free plan activated', text: 'You are on the free plan now.' },
  switched: { title: 'Success', text: 'You have switched to the free plan.' },
}

/** A change to the free plan reloads the page (specification §4); what is to be said of it waits for the page to be there again. */
export function reloadAs(how: keyof typeof words): void {
  sessionStorage.setItem(key, how)
  location.reload()
}

/** Says it, once. */
export function useFreePlanNotice(): void {
  useEffect(() => {
    const how = sessionStorage.getItem(key)
    sessionStorage.removeItem(key)
    if (how === 'activated' || how === 'switched') toastSuccess(words[how].title, words[how].text)
  }, [])
}
