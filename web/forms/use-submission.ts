import { useState } from 'react'

/**
 * Runs one submission at a time, and knows while it runs.
 * @param run deals with its own failures
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
