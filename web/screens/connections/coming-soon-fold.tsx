import { ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useMediaQuery } from '../../lib/use-media-query.ts'
import { t } from '../../texts/translate.ts'

/** The categories that are still in development. On a phone their list is long, so it is closed at first. */
export function ComingSoonFold({ children }: { children: ReactNode }) {
  const isWide = useMediaQuery('(min-width: 48rem)')
  const [chosen, setChosen] = useState<boolean | null>(null)
  const isOpen = chosen ?? isWide
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget }) => currentTarget.open !== isOpen && setChosen(currentTarget.open)}
      className="group mt-10 border-t border-line pt-4"
    >
      <summary
        className={
          '-mx-2 -mb-4 flex min-h-11 cursor-pointer items-center gap-2 rounded-lg px-2 font-semibold hover:bg-sunken'
        }
      >
        <ChevronRight aria-hidden="true" className="size-4 text-muted transition-transform group-open:rotate-90" />
        {t('In development')}
      </summary>
      {children}
    </details>
  )
}
