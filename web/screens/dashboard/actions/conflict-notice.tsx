import { useState } from 'react'
import { t, text } from '../../../texts/translate.ts'
import { Button } from '../../../ui/button.tsx'

const texts = {
  settings: {
    own: text(
      'Not saved: different settings were saved in another window. Yours are still here; saving replaces the others.',
    ),
    saved: text('These settings were saved in another window. Cancel keeps them as they are.'),
    showSaved: text('Show saved settings'),
    showOwn: text('Show my settings'),
  },
  instructions: {
    own: text(
      'Not saved: different instructions were saved in another window. Yours are still here; saving replaces the ' +
        'others.',
    ),
    saved: text('These instructions were saved in another window. Cancel keeps them as they are.'),
    showSaved: text('Show saved instructions'),
    showOwn: text('Show my instructions'),
  },
}

interface ConflictNoticeProps {
  of: keyof typeof texts
  showsOwn: boolean
  swap: () => void
}

/**
 * Shown if another window has saved another version meanwhile: the user can compare both before saving or cancelling.
 */
export function ConflictNotice({ of, showsOwn, swap }: ConflictNoticeProps) {
  const { own, saved, showSaved, showOwn } = texts[of]
  return (
    <div className="flex basis-full flex-wrap items-center justify-between gap-x-4 gap-y-2 text-sm">
      <p role="alert" className="flex-1 basis-64 font-medium text-pretty">
        {t(showsOwn ? own : saved)}
      </p>
      <Button size="small" onClick={swap}>
        {t(showsOwn ? showSaved : showOwn)}
      </Button>
    </div>
  )
}

/**
 * Another window has saved another version meanwhile: the form shows one of them, this state has the other one.
 * @param show replaces the version in the form
 * @param saved a version that is saved already when the form opens with another one
 */
export function useConflict<Version>(shown: Version, show: (version: Version) => void, saved: Version | null = null) {
  const [other, setOther] = useState<{ hidden: Version; showsOwn: boolean } | null>(
    saved === null ? null : { hidden: saved, showsOwn: true },
  )
  const swap = (): void => {
    if (!other) return
    show(other.hidden)
    setOther({ hidden: shown, showsOwn: !other.showsOwn })
  }
  return {
    conflict: other && { showsOwn: other.showsOwn, swap },
    reportConflict: (version: Version): void => setOther({ hidden: version, showsOwn: true }),
  }
}
