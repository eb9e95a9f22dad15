import { createContext, use } from 'react'
import type { OperatorSettingsState } from '../../../contract/functions/operator-settings.ts'

interface SetUp {
  state: OperatorSettingsState
  /** The server starts again with what was saved. */
  isRestarting: boolean
  /** After a save. */
  onSaved: () => void
  /** Closes the part, and opens the next one. */
  onSkip: () => void
}

export const SetUpContext = createContext<SetUp | null>(null)

export function useSetUp(): SetUp {
  const setUp = use(SetUpContext)
  if (!setUp) throw new Error('useSetUp must be used within a SetUpContext')
  return setUp
}
