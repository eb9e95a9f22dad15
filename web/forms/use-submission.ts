import { useState } from 'react'

/**
 * Runs one submission at a time and ignores further ones meanwhile.
 * @param run must handle its own errors
 */
export function useSubmission<Input>(run: (input: Input) => Promise<void>): {
  busy: boolean
  submit: (input: Input) => void
} {
  const [busy, setBusy] = useState(false)
  const submit = (input: Input): void => {
    if (busy) return
    setBusy(true)
    void run(input).finally(() => setBusy(false))
  }
  return { busy, submit }
}
