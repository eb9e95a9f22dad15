import { useState } from 'react'

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
