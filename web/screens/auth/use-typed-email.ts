import { useState } from 'react'
import { useLocation } from '../../routing/router-view.tsx'

/** State of the email field; keeps the typed address across the sign-in screens. */
export function useTypedEmail(): [email: string, onChange: (email: string) => void] {
  return useState(useLocation().state.typed ?? '')
}
