import { useState } from 'react'
import { t } from '../texts/translate.ts'
import { Spinner } from '../ui/spinner.tsx'

export function Pending() {
  // That of the former screen, which is removed with it. The next screen has its own.
  const [title] = useState(document.title)
  return (
    <div className="grid min-h-[60dvh] place-items-center text-muted">
      <title>{title}</title>
      <Spinner label={t('Loading')} className="size-6" />
    </div>
  )
}
